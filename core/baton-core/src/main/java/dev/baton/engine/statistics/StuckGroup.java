package dev.baton.engine.statistics;

import dev.baton.operate.statistics.Stuck;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Tasks of one type in one bucket that are stuck in the same way.
 *
 * @param tasks oldest first
 */
public record StuckGroup(Stuck.Kind kind, String bucket, String type, List<Member> tasks) {
  public StuckGroup {
    tasks = List.copyOf(tasks);
  }

  /**
   * A stuck task.
   *
   * @param since the time at which the task should have moved
   */
  public record Member(UUID id, Instant since) {}

  /** Returns the status that all these tasks have. */
  public Status status() {
    return switch (kind) {
      case LEASE_LAPSED -> Status.RUNNING;
      case OVERDUE -> Status.WAITING;
      case QUEUED_TOO_LONG -> Status.READY;
    };
  }

  /** Returns whether this task has been stuck since the given time and still is. */
  public boolean holds(Task task, Instant since) {
    boolean isQueued = kind == Stuck.Kind.QUEUED_TOO_LONG;
    Instant time = isQueued ? task.readySince() : task.position().nextEventAt();
    return task.position().status() == status() && since.equals(time);
  }
}
