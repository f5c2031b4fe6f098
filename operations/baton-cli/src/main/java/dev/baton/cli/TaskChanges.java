package dev.baton.cli;

import dev.baton.cli.client.Change;
import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** The commands that change tasks, one by one. */
final class TaskChanges {
  private TaskChanges() {}

  /** Changes each task that is named; the first that is refused doesn't keep the others. */
  abstract static class ChangeCommand extends OperationsCommand {
    @Parameters(
        arity = "1..*",
        paramLabel = "ID",
        description = "The tasks, or the beginnings of their ids.")
    private List<TaskId> ids = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit.")
    private @Nullable String reason;

    @Option(
        names = "--if-version",
        paramLabel = "VERSION",
        description =
            "Only if the task still has this version, as `baton show` says it; for one task. Unless"
                + " given, it is changed as it stands now.")
    private @Nullable Long version;

    /** What is to be done, apart from version and reason. */
    abstract Change change();

    @Override
    int call(OperationsClient client, Output output) {
      if (version != null && ids.size() > 1) {
        throw Failure.usage("--if-version is for one task, and these are " + ids.size());
      }
      Change change = change().reason(reason);
      List<ObjectNode> done = new ArrayList<>();
      int exitCode = 0;
      for (TaskId id : ids) {
        try {
          done.add(changed(client, id.whole(client), change, output));
        } catch (Failure failure) {
          if (ids.size() == 1 || failure.exitCode() != Failure.REFUSED) {
            throw failure;
          }
          output.note("baton: " + failure.getMessage());
          exitCode = failure.exitCode();
        }
      }
      if (output.isJson()) {
        output.json(ids.size() == 1 ? done.get(0) : Json.page(done, null));
      }
      return exitCode;
    }

    private ObjectNode changed(OperationsClient client, UUID id, Change change, Output output) {
      long seen = version != null ? version : client.task(id).path("version").asLong();
      ObjectNode answer = client.change(id, change.version(seen));
      if (!output.isJson()) {
        output.say(id + " is " + Json.text(answer.path("task"), "status"));
      }
      return answer;
    }
  }

  /** As above, of those that say when it runs. */
  abstract static class LaterCommand extends ChangeCommand {
    @Option(
        names = "--delay",
        paramLabel = "LENGTH",
        converter = Times.Length.class,
        description = "So much later, such as 90s, 15m, 2h or 3d; at once unless given.")
    private @Nullable Duration delay;

    @Nullable Duration delay() {
      return delay;
    }
  }

  @Command(name = "retry", description = "Runs tasks in ERROR again; attempts count anew.")
  static final class Retry extends LaterCommand {
    @Override
    Change change() {
      return Change.of("retry").delay(delay());
    }
  }

  @Command(
      name = "fail",
      description = "Marks tasks that don't run as FAILED, for good: alerts end. Needs a reason.")
  static final class Fail extends ChangeCommand {
    @Override
    Change change() {
      return Change.of("fail");
    }
  }

  @Command(
      name = "reschedule",
      description =
          "Gives tasks that don't run another time, or runs them at once; also held ones, and those"
              + " that wait for others, regardless of them.")
  static final class Reschedule extends LaterCommand {
    @Option(
        names = "--at",
        paramLabel = "TIME",
        converter = Times.Moment.class,
        description = "At this time, such as 2026-05-01T08:00:00Z.")
    private @Nullable Instant at;

    @Override
    Change change() {
      if (at != null && delay() != null) {
        throw Failure.usage("Say --at or --delay, not both");
      }
      return Change.of("reschedule").delay(delay()).runAt(at);
    }
  }

  @Command(name = "hold", description = "Holds tasks that don't run, until they are released.")
  static final class Hold extends ChangeCommand {
    @Override
    Change change() {
      return Change.of("hold");
    }
  }

  @Command(name = "release", description = "Lets held tasks go.")
  static final class Release extends ChangeCommand {
    @Override
    Change change() {
      return Change.of("release");
    }
  }

  @Command(
      name = "cancel",
      description = "Calls live tasks off; running handlers are interrupted. Needs a reason.")
  static final class Cancel extends ChangeCommand {
    @Override
    Change change() {
      return Change.of("cancel");
    }
  }

  @Command(name = "prioritize", description = "Gives tasks that don't run another priority.")
  static final class Prioritize extends ChangeCommand {
    @Option(
        names = "--priority",
        required = true,
        paramLabel = "0-9",
        description = "0 is the most urgent.")
    private int priority;

    @Override
    Change change() {
      return Change.of("prioritize").priority(priority);
    }
  }

  @Command(name = "run-again", description = "Runs finished tasks again, while they are kept.")
  static final class RunAgain extends LaterCommand {
    @Override
    Change change() {
      return Change.of("run-again").delay(delay());
    }
  }
}
