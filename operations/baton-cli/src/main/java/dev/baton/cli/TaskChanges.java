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

/** The commands that change single tasks. */
final class TaskChanges {
  private TaskChanges() {}

  /** Changes each named task. If one change is refused, continues with the next task. */
  abstract static class ChangeCommand extends OperationsCommand {
    @Parameters(
        arity = "1..*",
        paramLabel = "ID",
        description = "The tasks' ids, or enough of their first characters to be unique.")
    private List<TaskId> ids = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, for the audit.")
    private @Nullable String reason;

    @Option(
        names = "--if-version",
        paramLabel = "VERSION",
        description =
            "Changes the task only if it still has this version of `baton show`; for one task only."
                + " If not given, changes the current version.")
    private @Nullable Long version;

    /** Returns the change without version and reason. */
    abstract Change change();

    @Override
    int call(OperationsClient client, Output output) {
      if (version != null && ids.size() > 1) {
        throw Failure.usage("--if-version is for one task, not for " + ids.size());
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

  /** Base of the commands that also set when the task runs. */
  abstract static class LaterCommand extends ChangeCommand {
    @Option(
        names = "--delay",
        paramLabel = "LENGTH",
        converter = Times.Length.class,
        description = "Delay, such as 90s, 15m, 2h or 3d; none by default.")
    private @Nullable Duration delay;

    @Nullable Duration delay() {
      return delay;
    }
  }

  @Command(name = "retry", description = "Runs tasks in ERROR again; attempts count from zero.")
  static final class Retry extends LaterCommand {
    @Override
    Change change() {
      return Change.of("retry").delay(delay());
    }
  }

  @Command(
      name = "fail",
      description =
          "Marks tasks that don't run as FAILED permanently; their alerts end. Needs a reason.")
  static final class Fail extends ChangeCommand {
    @Override
    Change change() {
      return Change.of("fail");
    }
  }

  @Command(
      name = "reschedule",
      description =
          "Sets another time for tasks that don't run, or runs them now; also for held tasks, and"
              + " for tasks that wait for others, which then stop waiting.")
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
        throw Failure.usage("Use --at or --delay, not both");
      }
      return Change.of("reschedule").delay(delay()).runAt(at);
    }
  }

  @Command(name = "hold", description = "Holds tasks that don't run, until you release them.")
  static final class Hold extends ChangeCommand {
    @Override
    Change change() {
      return Change.of("hold");
    }
  }

  @Command(name = "release", description = "Releases held tasks.")
  static final class Release extends ChangeCommand {
    @Override
    Change change() {
      return Change.of("release");
    }
  }

  @Command(
      name = "cancel",
      description = "Cancels live tasks and interrupts running handlers. Needs a reason.")
  static final class Cancel extends ChangeCommand {
    @Override
    Change change() {
      return Change.of("cancel");
    }
  }

  @Command(name = "prioritize", description = "Sets the priority of tasks that don't run.")
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

  @Command(
      name = "run-again",
      description = {
        "Runs finished tasks again, before they are deleted. With --from-step, runs finished",
        "workflows, or those in ERROR, again from that step; `baton show` lists the steps."
      })
  static final class RunAgain extends LaterCommand {
    @Option(
        names = "--from-step",
        paramLabel = "STEP",
        description =
            "The number of the step, or its name. The number after the last step keeps all"
                + " results.")
    private @Nullable String step;

    @Override
    Change change() {
      if (step != null && delay() != null) {
        throw Failure.usage("Use --from-step or --delay, not both");
      }
      return Change.of("run-again").delay(delay()).step(step);
    }
  }
}
