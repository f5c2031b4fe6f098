package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import dev.baton.operate.Page;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Commands that show and change schedules. */
final class ScheduleCommands {
  private static final Set<String> VERBS =
      Set.of("show", "put", "run", "pause", "resume", "end", "remove");

  private static final Table SCHEDULES =
      new Table()
          .column("NAME", "name")
          .column("TIMING", "timing")
          .column("TYPE", item -> Json.text(item.path("runs"), "type"))
          .column("STATE", ScheduleCommands::stands)
          .column("NEXT", item -> ListCommand.seconds(item, "nextTick"))
          .column("LAST", item -> ListCommand.seconds(item, "lastTick"))
          .column("LAST TASK", "lastTask")
          .number("RUNS", "runCount")
          .number("SKIPS", "skipCount");

  private ScheduleCommands() {}

  private static String stands(JsonNode schedule) {
    String pauser = Json.text(schedule, "pausedBy");
    return switch (Json.text(schedule, "trouble")) {
      case "FAILS" -> "fails";
      case "CANNOT_RUN" -> "can't run";
      case "OVERDUE" -> "overdue";
      case "PAUSED" -> pauser.isEmpty() ? "paused" : "paused by " + pauser;
      default ->
          schedule.path("over").asBoolean(false)
              ? "over"
              : schedule.path("paused").asBoolean(false) ? "paused" : "on";
    };
  }

  @Command(name = "schedules", description = "Lists schedules by name.")
  static final class Schedules extends OperationsCommand {
    @Mixin private Paging paging = new Paging();

    @Override
    int call(OperationsClient client, Output output) {
      output.list(
          client.schedules(paging.after(), paging.limit(Page.MAX_SIZE)),
          SCHEDULES,
          "No schedule exists");
      return 0;
    }
  }

  @Command(
      name = "schedule",
      description = {
        "Shows one schedule with its latest runs, or changes it: put adds it or changes the options"
            + " that you give; run adds a task of it now; pause and resume it; end keeps it without"
            + " further ticks; remove deletes it."
      })
  static final class OneSchedule extends OperationsCommand {
    @Parameters(
        index = "0",
        paramLabel = "VERB",
        description = "show, put, run, pause, resume, end, remove.")
    private String verb = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "The schedule.")
    private String name = "";

    @Mixin private ScheduleDefinition definition = new ScheduleDefinition();

    @Override
    int call(OperationsClient client, Output output) {
      if (!VERBS.contains(verb)) {
        throw Failure.usage(
            "Unknown verb '" + verb + "': use show, put, run, pause, resume, end or remove");
      }
      if (!verb.equals("put") && definition.isSaid()) {
        throw Failure.usage("Only `baton schedule put` takes options of a schedule");
      }
      return switch (verb) {
        case "show" -> show(client.schedule(name), output);
        case "put" -> done(client.putSchedule(name, definition.over(there(client))), output);
        default -> done(client.changeSchedule(name, verb), output);
      };
    }

    /** Returns the current schedule, or null if it is new. */
    private @Nullable ObjectNode there(OperationsClient client) {
      try {
        return client.schedule(name);
      } catch (Failure failure) {
        if (failure.exitCode() == Failure.REFUSED && definition.isWhole()) {
          return null;
        }
        throw failure;
      }
    }

    private int done(ObjectNode answer, Output output) {
      output.result(
          answer,
          verb.equals("run")
              ? "Added task " + Json.text(answer, "lastTask")
              : "Done: " + verb + " " + name);
      return 0;
    }

    private static int show(ObjectNode schedule, Output output) {
      if (output.isJson()) {
        output.json(schedule);
        return 0;
      }
      Map<String, String> members = new LinkedHashMap<>();
      schedule.properties().stream()
          .map(Map.Entry::getKey)
          .filter(member -> !member.equals("lastRuns"))
          .forEach(member -> members.put(member, Json.text(schedule, member)));
      output.details(members);
      if (!schedule.path("lastRuns").isEmpty()) {
        output.section("Latest runs", schedule.path("lastRuns"), ListCommand.TASKS);
      }
      return 0;
    }
  }
}
