package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.client.TaskQuery;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import dev.baton.operate.Page;
import java.util.ArrayList;
import java.util.List;
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
          .column("ID", "id")
          .column("STATUS", "status")
          .column("TYPE", "type")
          .column("KEY", "key")
          .column("LABELS", ListCommand::labels)
          .column("BUCKET", "bucket")
          .number("PRIORITY", "priority")
          .number("ATTEMPTS", "attempts")
          .column("ADDED", item -> seconds(item, "createdAt"))
          .column("RUN AT", item -> seconds(item, "runAt"))
          .column("RUNS SINCE", item -> seconds(item, "claimedAt"))
          .column("FINISHED", item -> seconds(item, "finishedAt"))
          .column("NODE", "node")
          .sentence("ERROR", "error");

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

  /** Returns a time in whole seconds, for people. */
  static String seconds(JsonNode item, String name) {
    return Json.text(item, name).replaceFirst("\\.\\d+Z$", "Z");
  }
}
