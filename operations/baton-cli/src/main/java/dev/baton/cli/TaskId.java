package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.client.TaskQuery;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Table;
import dev.baton.operate.IdPrefix;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task's id as the user typed it: all of it, or enough of its first characters to be unique.
 *
 * @param text in lower case
 */
record TaskId(String text) {
  private static final int WHOLE = 36;
  private static final int MAX_CANDIDATES = 10;
  private static final int WIDTH = 100;

  private static final Table CANDIDATES =
      new Table()
          .column("ID", "id")
          .column("STATUS", "status")
          .column("ADDED", item -> ListCommand.seconds(item, "createdAt"))
          .sentence("TYPE", "type");

  /** Rejects text that can't be the beginning of an id. */
  static final class Converter implements ITypeConverter<TaskId> {
    @Override
    public TaskId convert(String typed) {
      try {
        return new TaskId(new IdPrefix(typed).text());
      } catch (IllegalArgumentException notOne) {
        throw new TypeConversionException("'" + typed + "' " + notOne.getMessage());
      }
    }
  }

  /** Returns the complete id. Searches for it if the user typed only its beginning. */
  UUID whole(OperationsClient client) {
    if (text.length() == WHOLE) {
      return UUID.fromString(text);
    }
    ObjectNode tasks =
        client.tasks(new TaskQuery(Map.of("idPrefix", List.of(text))), null, MAX_CANDIDATES);
    JsonNode found = tasks.path("items");
    if (found.isEmpty()) {
      throw Failure.refused("No task has an id that begins with " + text);
    }
    if (found.size() > 1) {
      String more = tasks.has("next") ? "\nand more" : "";
      throw Failure.refused(
          "Several tasks have an id that begins with "
              + text
              + ":\n"
              + String.join("\n", CANDIDATES.lines(found, WIDTH))
              + more);
    }
    return UUID.fromString(Json.text(found.get(0), "id"));
  }
}
