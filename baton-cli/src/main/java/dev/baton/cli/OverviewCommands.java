package dev.baton.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Is anything wrong, and what goes on. */
final class OverviewCommands {
  private OverviewCommands() {}

  @Command(
      name = "overview",
      description = "Is anything wrong? What needs a person, live tasks by status, nodes.")
  static final class Overview extends DeskCommand {
    private static final Table TROUBLE =
        new Table().column("KIND", "kind").number("COUNT", "count").sentence("WHAT", "text");

    @Override
    int call(Desk desk, Output output) {
      ObjectNode overview = desk.overview();
      if (output.isJson()) {
        output.json(overview);
        return 0;
      }
      Map<String, String> members = new LinkedHashMap<>();
      overview
          .path("counts")
          .path("live")
          .properties()
          .forEach(status -> members.put(status.getKey(), status.getValue().asString()));
      members.put("Oldest ready (s)", Json.text(overview, "oldestReadySeconds"));
      JsonNode nodes = overview.path("nodes");
      members.put(
          "Nodes", Json.text(nodes, "live") + " live, " + Json.text(nodes, "silent") + " silent");
      output.details(members);
      if (overview.path("trouble").isEmpty()) {
        output.note("Nothing is wrong");
      } else {
        output.section("Needs attention", overview.path("trouble"), TROUBLE);
      }
      return 0;
    }
  }

  @Command(name = "counts", description = "Counts live tasks by bucket, type and status.")
  static final class Counts extends DeskCommand {
    private static final Table COUNTS =
        new Table()
            .column("BUCKET", "bucket")
            .column("TYPE", "type")
            .column("STATUS", "status")
            .number("COUNT", "count");

    @Override
    int call(Desk desk, Output output) {
      ObjectNode counts = desk.counts();
      if (!counts.path("exact").asBoolean(true)) {
        output.note("Counting took too long and was given up; these are of an earlier time");
      }
      output.list(counts, COUNTS, "There is no live task");
      return 0;
    }
  }

  @Command(name = "limits", description = "Lists the limits of the cluster that are in use.")
  static final class Limits extends DeskCommand {
    private static final Table LIMITS =
        new Table()
            .column("NAME", "name")
            .column("KEY", "key")
            .number("USED", "used")
            .number("LIMIT", "limit")
            .column("PAID UNTIL", item -> ListCommand.seconds(item, "paidUntil"))
            .sentence("HELD BY", Limits::holders);

    private static String holders(JsonNode limit) {
      StringBuilder tasks = new StringBuilder();
      limit
          .path("holders")
          .forEach(one -> tasks.append(tasks.isEmpty() ? "" : " ").append(Json.text(one, "task")));
      return tasks.toString();
    }

    @Override
    int call(Desk desk, Output output) {
      output.list(desk.limits(), LIMITS, "No limit of the cluster is in use");
      return 0;
    }
  }
}
