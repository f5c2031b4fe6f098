package dev.baton.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What comes again and again. */
final class ScheduleCommands {
  private static final Set<String> VERBS = Set.of("run", "pause", "resume", "end", "remove");

  private static final Table SCHEDULES =
      new Table()
          .column("NAME", "name")
          .column("TIMING", "timing")
          .column("TYPE", item -> Json.text(item.path("runs"), "type"))
          .column("STANDS", ScheduleCommands::stands)
          .column("NEXT", item -> ListCommand.seconds(item, "nextTick"))
          .column("LAST", item -> ListCommand.seconds(item, "lastTick"))
          .column("LAST TASK", "lastTask")
          .number("RUNS", "runCount")
          .number("SKIPS", "skipCount");

  private ScheduleCommands() {}

  private static String stands(JsonNode schedule) {
    return schedule.path("over").asBoolean(false)
        ? "over"
        : schedule.path("paused").asBoolean(false) ? "paused" : "on";
  }

  @Command(name = "schedules", description = "Lists schedules by name.")
  static final class Schedules extends DeskCommand {
    @Option(
        names = {"-n", "--limit"},
        paramLabel = "N",
        defaultValue = "100",
        description = "At most so many; ${DEFAULT-VALUE} unless given.")
    private int limit;

    @Option(names = "--after", paramLabel = "NAME", description = "Later names only.")
    private @Nullable String after;

    @Override
    int call(Desk desk, Output output) {
      output.list(desk.schedules(after, limit), SCHEDULES, "There is no schedule");
      return 0;
    }
  }

  @Command(
      name = "schedule",
      description = {
        "Shows one schedule, or changes it: run adds a task of it now; pause and resume; end keeps"
            + " it without further ticks; remove forgets it."
      })
  static final class OneSchedule extends DeskCommand {
    @Parameters(
        index = "0",
        paramLabel = "VERB",
        description = "show, run, pause, resume, end, remove.")
    private String verb = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "The schedule.")
    private String name = "";

    @Override
    int call(Desk desk, Output output) {
      if (verb.equals("show")) {
        return show(desk.schedule(name), output);
      }
      if (!VERBS.contains(verb)) {
        throw Failure.usage(
            "A schedule has no verb '" + verb + "': show, run, pause, resume, end or remove");
      }
      ObjectNode answer = desk.changeSchedule(name, verb);
      if (output.isJson()) {
        output.json(answer);
      } else {
        output.say(
            verb.equals("run")
                ? "Added task " + Json.text(answer, "lastTask")
                : "Done: " + verb + " " + name);
      }
      return 0;
    }

    private static int show(ObjectNode schedule, Output output) {
      if (output.isJson()) {
        output.json(schedule);
        return 0;
      }
      Map<String, String> members = new LinkedHashMap<>();
      schedule
          .properties()
          .forEach(member -> members.put(member.getKey(), Json.text(schedule, member.getKey())));
      output.details(members);
      return 0;
    }
  }
}
