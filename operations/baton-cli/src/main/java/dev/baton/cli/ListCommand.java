package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.client.TaskQuery;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import dev.baton.operate.IdPrefix;
import dev.baton.operate.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "list",
    description = "Lists tasks, live ones first. Without a status or type, lists the newest.")
final class ListCommand extends OperationsCommand {
  private static final int MAX_LISTED = 100_000;

  static final Table TASKS =
      new Table()
          .column("ID", item -> shortId(item, "id"))
          .column("STATUS", "status")
          .column("TYPE", "type")
          .sentence("ERROR", ListCommand::error)
          .detail("KEY", "key")
          .detail("RUN AT", item -> seconds(item, "runAt"))
          .detail("RUNS SINCE", item -> seconds(item, "claimedAt"))
          .detail("FINISHED", item -> seconds(item, "finishedAt"))
          .numberDetail("ATTEMPTS", "attempts")
          .detail("LABELS", ListCommand::labels)
          .detail("NODE", "node")
          .detail("ADDED", item -> seconds(item, "createdAt"))
          .detail("BUCKET", "bucket")
          .numberDetail("PRIORITY", "priority");

  /**
   * Maximum number of incomplete pages of a search without an index. After that, the user decides
   * whether to continue.
   */
  private static final int MAX_SHORT_PAGES = 20;

  @Mixin private TaskSelection selection = new TaskSelection();

  @Mixin private Paging paging = new Paging();

  @Override
  int call(OperationsClient client, Output output) {
    int limit = paging.limit(MAX_LISTED);
    TaskQuery query = selection.query();
    List<ObjectNode> found = new ArrayList<>();
    String next = paging.after();
    int shortPages = 0;
    do {
      int size = Math.min(Page.MAX_SIZE, limit - found.size());
      ObjectNode page = client.tasks(query, next, size);
      page.path("items").forEach(item -> found.add((ObjectNode) item));
      String cursor = Json.text(page, "next");
      next = cursor.isEmpty() ? null : cursor;
      shortPages += page.path("items").size() < size ? 1 : 0;
    } while (next != null && found.size() < limit && shortPages < MAX_SHORT_PAGES);
    output.list(Json.page(found, next), TASKS, "No task matches");
    return 0;
  }

  /** Returns the labels in the form of the option {@code --label}. */
  static String labels(JsonNode item) {
    List<String> labels = new ArrayList<>();
    item.path("labels")
        .properties()
        .forEach(label -> labels.add(label.getKey() + "=" + label.getValue().asString()));
    return String.join(" ", labels);
  }

  /** Returns the first line of the error; {@code baton show} has the rest. */
  private static String error(JsonNode item) {
    return Json.text(item, "error").lines().findFirst().orElse("");
  }

  /** Returns the short form of an id. Other commands take it, too. */
  static String shortId(JsonNode item, String name) {
    String id = Json.text(item, name);
    return id.isEmpty() ? "" : IdPrefix.shortForm(UUID.fromString(id));
  }

  /** Returns a time in whole seconds, for people. */
  static String seconds(JsonNode item, String name) {
    return Json.text(item, name).replaceFirst("\\.\\d+Z$", "Z");
  }
}
