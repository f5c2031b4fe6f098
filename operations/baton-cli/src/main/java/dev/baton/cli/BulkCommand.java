package dev.baton.cli;

import dev.baton.cli.client.Change;
import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.client.TaskQuery;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import dev.baton.cli.text.Times;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "bulk",
    description = {
      "Changes all tasks that match the filter, in batches. Each batch is one transaction.",
      "Without --yes it only counts the tasks."
    })
final class BulkCommand extends OperationsCommand {
  private static final Set<String> VERBS =
      Set.of("retry", "fail", "reschedule", "hold", "release", "cancel", "run-again");
  private static final Set<String> WITH_A_REASON = Set.of("fail", "cancel");

  /** Maximum number of tasks that the REST interface accepts in one request. */
  private static final int ROUND = 10_000;

  private static final int PAGE = 500;
  private static final int MAX_LISTED_REFUSALS = 500;

  private static final Table REFUSED =
      new Table().column("ID", "id").column("VERDICT", "verdict").sentence("WHY", "detail");

  @Parameters(
      paramLabel = "VERB",
      description = "retry, fail, reschedule, hold, release, cancel or run-again.")
  private String verb = "";

  @Mixin private TaskSelection selection = new TaskSelection();

  @Option(names = "--everything", description = "All tasks; required if no filter is given.")
  private boolean everything;

  @Option(
      names = "--delay",
      paramLabel = "LENGTH",
      converter = Times.Length.class,
      description = "Delay before the tasks run; none by default.")
  private @Nullable Duration delay;

  @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, for the audit.")
  private @Nullable String reason;

  @Option(
      names = "--at-most",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Maximum number of tasks; ${DEFAULT-VALUE} by default.")
  private int atMost;

  @Option(names = "--yes", description = "Makes the changes.")
  private boolean yes;

  @Override
  int call(OperationsClient client, Output output) {
    if (!VERBS.contains(verb)) {
      throw Failure.usage(
          "'"
              + verb
              + "' isn't a bulk verb. The bulk verbs are: "
              + String.join(", ", VERBS.stream().sorted().toList()));
    }
    if (atMost < 1) {
      throw Failure.usage("--at-most must be 1 or more, not " + atMost);
    }
    if (WITH_A_REASON.contains(verb) && reason == null) {
      throw Failure.usage("Give a reason for the audit: --reason TEXT");
    }
    TaskQuery query = selection.query();
    if (query.filter().isEveryTask() && !everything) {
      throw Failure.usage("Give a filter, for example --type MAIL, or --everything");
    }
    if (verb.equals("run-again") && !query.names("status") && !query.names("id")) {
      throw Failure.usage(
          "Give the status of the ended tasks, because DONE tasks would run twice: --status FAILED,"
              + " CANCELLED or DONE");
    }
    query = withItsStatus(query);
    return yes ? doIt(client, query, output) : count(client, query, output);
  }

  /** Adds the only status that the verb can change, unless the filter names a status. */
  private TaskQuery withItsStatus(TaskQuery query) {
    String only = verb.equals("retry") ? "ERROR" : verb.equals("release") ? "BLOCKED" : "";
    return only.isEmpty() || query.names("status") ? query : query.and("status", only);
  }

  private int count(OperationsClient client, TaskQuery query, Output output) {
    int found = 0;
    String next = null;
    do {
      ObjectNode page = client.tasks(query, next, Math.min(PAGE, atMost - found));
      found += page.path("items").size();
      String cursor = Json.text(page, "next");
      next = cursor.isEmpty() ? null : cursor;
    } while (next != null && found < atMost);
    ObjectNode answer = Json.object();
    Json.put(answer, "dryRun", true);
    Json.put(answer, "found", found);
    Json.put(answer, "next", next);
    output.result(
        answer,
        (next == null ? "" : "At least ")
            + found
            + " tasks match. Nothing was changed: use --yes to "
            + verb
            + " them");
    return 0;
  }

  private int doIt(OperationsClient client, TaskQuery query, Output output) {
    Change change = Change.of(verb).delay(delay).reason(reason);
    long matched = 0;
    long changed = 0;
    long refused = 0;
    long forbidden = 0;
    long left = atMost;
    String next = null;
    ArrayNode told = Json.array();
    do {
      ObjectNode report = client.bulk(query, change, (int) Math.min(ROUND, left), next);
      matched += count(report, "matched");
      changed += count(report, "changed");
      refused += count(report, "refused");
      forbidden += count(report, "forbidden");
      left -= count(report, "matched");
      report
          .path("results")
          .forEach(
              result -> {
                if (!Json.text(result, "verdict").equals("CHANGED")
                    && told.size() < MAX_LISTED_REFUSALS) {
                  told.add(result);
                }
              });
      String cursor = Json.text(report, "next");
      // Stops if the cursor doesn't advance, because the loop would never end.
      next = cursor.isEmpty() || cursor.equals(next) ? null : cursor;
    } while (next != null && left > 0);
    ObjectNode answer = Json.object();
    Json.put(answer, "matched", matched);
    Json.put(answer, "changed", changed);
    Json.put(answer, "refused", refused);
    Json.put(answer, "forbidden", forbidden);
    Json.put(answer, "next", next);
    answer.set("results", told);
    tell(answer, output);
    return refused + forbidden == 0 ? 0 : Failure.REFUSED;
  }

  private void tell(ObjectNode answer, Output output) {
    if (output.isJson()) {
      output.json(answer);
      return;
    }
    output.say(
        verb
            + ": "
            + Json.text(answer, "changed")
            + " done, "
            + Json.text(answer, "refused")
            + " refused, "
            + Json.text(answer, "forbidden")
            + " forbidden");
    if (!answer.path("results").isEmpty()) {
      output.section("Not done", answer.path("results"), REFUSED);
    }
    if (answer.has("next")) {
      output.note("More tasks match: --at-most was " + atMost + "; repeat the command to continue");
    }
  }

  private static long count(ObjectNode report, String name) {
    return report.path(name).asLong(0);
  }
}
