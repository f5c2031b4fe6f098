package dev.baton.tck.history;

import dev.baton.api.AddResult;
import dev.baton.task.Bytes;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Renders results as text that doesn't depend on when a store was called. Instants given by the
 * test are written unchanged. Times of the run are written as "present", or as their distance from
 * the task's latest claim or change of plan.
 */
final class Rendering {
  private static final Instant RUN_BEGINS = Instant.parse("2025-01-01T00:00:00Z");
  private static final Instant RUN_ENDS = Instant.parse("2080-01-01T00:00:00Z");

  private Rendering() {}

  static String task(Task task) {
    Position p = task.position();
    return "%s %s v%d owner=%s runAt=%s alarm=%s attempts=%d losses=%d/%d %s state='%s' data=%s %s changed=%s"
        .formatted(
            task.id(),
            p.status(),
            p.version(),
            p.owner(),
            time(p.runAt()),
            distance(p.nextEventAt(), task.lastAction()),
            p.attempts(),
            p.losses(),
            p.lossLimit(),
            p.lastOutcome(),
            p.state(),
            bytes(p.data()),
            spec(task.spec()),
            change(task));
  }

  static String finished(FinishedTask task) {
    return "%s %s v%d owner=%s attempts=%d losses=%d state='%s' result=%s error=%s kept=%s %s"
        .formatted(
            task.id(),
            task.status(),
            task.version(),
            task.owner(),
            task.attempts(),
            task.losses(),
            task.state(),
            bytes(task.result()),
            task.error(),
            distance(task.keepUntil(), task.finishedAt()),
            spec(task.spec()));
  }

  static String candidate(Candidate candidate) {
    return "%s v%d %s %s p%d %s"
        .formatted(
            candidate.id(),
            candidate.version(),
            candidate.bucket(),
            candidate.flow(),
            candidate.priority(),
            time(candidate.arrivedAt()));
  }

  /** Renders candidates of several flows, whose order among each other is undefined. */
  static String byFlow(List<Candidate> candidates) {
    return candidates.stream()
        .sorted(Comparator.comparing(Candidate::flow))
        .map(Rendering::candidate)
        .toList()
        .toString();
  }

  /**
   * Renders the result of an add. If both keys of a task are taken by different tasks, it is
   * undefined which of these the result names.
   */
  static String added(AddResult result, boolean oneKeyAtMost) {
    return result.wasAdded() || oneKeyAtMost ? result.toString() : "AlreadyExists";
  }

  static String live(Optional<Task> task) {
    return task.map(Rendering::task).orElse("-");
  }

  static String kept(Optional<FinishedTask> task) {
    return task.map(Rendering::finished).orElse("-");
  }

  private static String spec(TaskSpec spec) {
    return "%s/%s/%s p%d payload=%s context=%s traits=%s keyed=%s"
        .formatted(
            spec.bucket(),
            spec.type(),
            spec.key(),
            spec.priority(),
            bytes(spec.payload()),
            spec.context(),
            spec.traits().entries(),
            spec.keyed());
  }

  private static String bytes(@Nullable Bytes bytes) {
    return bytes == null ? "none" : "'" + bytes.toText() + "'";
  }

  private static String change(Task task) {
    String created = task.lastChange().equals(task.createdAt()) ? "never" : "since";
    return task.lastChange().equals(task.lastAction()) ? created + " now" : created;
  }

  private static String time(@Nullable Instant time) {
    if (time == null) {
      return "none";
    }
    return isOfTheRun(time) ? "present" : time.toString();
  }

  private static String distance(@Nullable Instant time, Instant from) {
    if (time == null || !isOfTheRun(time)) {
      return time(time);
    }
    // All durations are minutes or longer; a lease is renewed some time after its claim.
    return "+" + Math.round(Duration.between(from, time).toMillis() / 60_000.0) + "min";
  }

  private static boolean isOfTheRun(Instant time) {
    return time.isAfter(RUN_BEGINS) && time.isBefore(RUN_ENDS);
  }
}
