package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Commands that show the state of the cluster. */
final class OverviewCommands {
  private OverviewCommands() {}

  /** Returns a warning about counts that took too long, or null if the counts are exact. */
  static @Nullable String uncounted(JsonNode counts) {
    if (counts.path("exact").asBoolean(true)) {
      return null;
    }
    return "Counting took too long and was stopped; "
        + (counts.path("atLeast").asBoolean(false)
            ? "the real numbers may be higher"
            : "these counts are older");
  }

  @Command(
      name = "overview",
      description =
          "Shows whether anything is wrong: what needs a person, live tasks by status, nodes.")
  static final class Overview extends OperationsCommand {
    private static final Table TROUBLE =
        new Table()
            .column("NAME", "name")
            .number("COUNT", "count")
            .sentence("WHAT", Overview::words);

    private static String words(JsonNode line) {
      String text = Json.text(line, "text");
      JsonNode seen = line.path("seen");
      if (seen.isMissingNode()) {
        return text;
      }
      String note = Json.text(seen, "note");
      return text
          + "; acknowledged by "
          + Json.text(seen, "by")
          + " since "
          + ListCommand.seconds(seen, "at")
          + (note.isEmpty() ? "" : ": " + note);
    }

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode overview = client.overview();
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
          "Nodes",
          Json.text(nodes, "live")
              + " live, of which "
              + Json.text(nodes, "liveServers")
              + " run tasks; "
              + Json.text(nodes, "silent")
              + " silent");
      String uncounted = uncounted(overview.path("counts"));
      if (uncounted != null) {
        output.note(uncounted);
      }
      output.details(members);
      if (overview.path("trouble").isEmpty()) {
        output.note(
            overview.path("counts").path("exact").asBoolean(true)
                ? "Nothing is wrong"
                : "Nothing is known to be wrong: counting the live tasks took too long");
      } else {
        output.section("Needs attention", overview.path("trouble"), TROUBLE);
      }
      return 0;
    }
  }

  @Command(name = "counts", description = "Counts live tasks by bucket, type and status.")
  static final class Counts extends OperationsCommand {
    private static final Table COUNTS =
        new Table()
            .column("BUCKET", "bucket")
            .column("TYPE", "type")
            .column("STATUS", "status")
            .number("COUNT", "count");

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode counts = client.counts();
      String uncounted = uncounted(counts);
      if (uncounted != null) {
        output.note(uncounted);
      }
      output.list(counts, COUNTS, "No live tasks");
      return 0;
    }
  }

  @Command(name = "limits", description = "Lists the cluster limits that are in use.")
  static final class Limits extends OperationsCommand {
    private static final Table LIMITS =
        new Table()
            .column("NAME", "name")
            .column("KEY", "key")
            .number("USED", "used")
            .number("LIMIT", "limit")
            .sentence("HELD BY", Limits::holders)
            .detail("PAID UNTIL", item -> ListCommand.seconds(item, "paidUntil"));

    private static String holders(JsonNode limit) {
      StringBuilder tasks = new StringBuilder();
      limit
          .path("holders")
          .forEach(
              one ->
                  tasks
                      .append(tasks.isEmpty() ? "" : " ")
                      .append(ListCommand.shortId(one, "task")));
      return tasks.toString();
    }

    @Override
    int call(OperationsClient client, Output output) {
      output.list(client.limits(), LIMITS, "No cluster limit is in use");
      return 0;
    }
  }

  @Command(
      name = "overrides",
      description = "Lists the values of limits, rates and retries, and who set them.")
  static final class Overrides extends OperationsCommand {
    private static final Table OVERRIDES =
        new Table()
            .column("KIND", "kind")
            .column("NAME", "name")
            .column("IN CODE", "inCode")
            .column("SET", "set")
            .sentence("REASON", "reason")
            .detail("BY", "setBy")
            .detail("AT", item -> ListCommand.seconds(item, "setAt"));

    @Override
    int call(OperationsClient client, Output output) {
      output.list(
          client.overrides(),
          OVERRIDES,
          "This node has no limits, rates or retries, and no override is set");
      return 0;
    }
  }

  @Command(
      name = "override",
      description = {
        "Sets a limit, a rate or a retry on all nodes until you --reset it. Options that you leave"
            + " out keep their values. Tasks that run above a lowered limit continue."
      })
  static final class SetOverride extends OperationsCommand {
    @Parameters(
        index = "0",
        paramLabel = "KIND",
        description =
            "NODE_SLOTS, KEY_SLOTS, STATE_SLOTS, STATE_KEY_SLOTS, CLUSTER_SLOTS, RATE or"
                + " RETRY.")
    private String kind = "";

    @Parameters(
        index = "1",
        paramLabel = "NAME",
        description = "A type, TYPE/STATE, or the name of a cluster limit.")
    private String name = "";

    @Option(
        names = "--slots",
        paramLabel = "N",
        description = "Maximum number of tasks that run at a time.")
    private @Nullable Integer slots;

    @Option(
        names = "--units",
        paramLabel = "N",
        description = "Maximum number of starts in a period.")
    private @Nullable Integer units;

    @Option(names = "--period", paramLabel = "TIME", description = "The period, such as PT1S.")
    private @Nullable String period;

    @Option(
        names = "--burst",
        paramLabel = "N",
        description = "Maximum number of units at once after a pause.")
    private @Nullable Integer burst;

    @Option(
        names = "--delay",
        paramLabel = "TIME",
        description = "Delay before the second attempt.")
    private @Nullable String delay;

    @Option(
        names = "--multiplier",
        paramLabel = "X",
        description = "Factor by which delays grow, such as 1.5.")
    private @Nullable String multiplier;

    @Option(
        names = "--attempts",
        paramLabel = "N",
        description = "Number of attempts, including the first.")
    private @Nullable Integer attempts;

    @Option(names = "--max-delay", paramLabel = "TIME", description = "The longest delay.")
    private @Nullable String maxDelay;

    @Option(names = "--reset", description = "Restores the values of the code.")
    private boolean reset;

    @Option(names = "--dry-run", description = "Only reports what it would do.")
    private boolean dryRun;

    @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, for the audit.")
    private @Nullable String reason;

    @Override
    int call(OperationsClient client, Output output) {
      ObjectNode change = Json.object();
      Json.put(change, "kind", kind);
      Json.put(change, "name", name);
      Json.put(change, "reason", reason);
      Json.put(change, "dryRun", dryRun);
      ObjectNode answer = reset ? client.resetOverride(change) : client.override(numbers(change));
      output.result(
          answer,
          (dryRun ? "Would be set: " : "Set: ")
              + answer.path("before").asString("the value in code")
              + " to "
              + answer.path("after").asString("the value in code"));
      return 0;
    }

    private ObjectNode numbers(ObjectNode change) {
      Json.put(change, "slots", slots);
      Json.put(change, "units", units);
      Json.put(change, "period", period);
      Json.put(change, "burst", burst);
      Json.put(change, "delay", delay);
      Json.put(change, "multiplier", multiplier);
      Json.put(change, "attempts", attempts);
      Json.put(change, "maxDelay", maxDelay);
      return change;
    }
  }
}
