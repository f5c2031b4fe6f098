package dev.baton.engine.statistics;

import dev.baton.api.statistics.Stuck;
import dev.baton.task.Position;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Tasks of one type in one bucket that are stuck in the same way.
 *
 * @param tasks the oldest first
 */
public record StuckGroup(Stuck.Kind kind, String bucket, String type, List<Member> tasks) {
  public StuckGroup {
    tasks = List.copyOf(tasks);
  }

  /**
   * One of them.
   *
   * @param since when it should have been moved
   */
  public record Member(UUID id, Instant since) {}

  /** Where such tasks stand. */
  public Status status() {
    return switch (kind) {
      case LEASE_LAPSED -> Status.RUNNING;
      case OVERDUE -> Status.WAITING;
      case QUEUED_TOO_LONG -> Status.READY;
    };
  }

  /** Whether one that was stuck since then hasn't been moved. */
  public boolean holds(Position position, Instant since) {
    Instant time = kind == Stuck.Kind.QUEUED_TOO_LONG ? position.runAt() : position.nextEventAt();
    return position.status() == status() && since.equals(time);
  }
}
