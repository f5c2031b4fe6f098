package dev.baton.spi.core;

import dev.baton.task.Candidate;
import dev.baton.task.internal.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Work that the leading node does for all nodes: due tasks, expired leases and old finished tasks.
 * Thread-safe.
 */
public interface TaskSweeps {

  /**
   * Makes at most {@code limit} waiting tasks READY that are due, earliest first.
   *
   * @param since the store may skip tasks with an earlier time
   * @return the tasks that became ready
   */
  List<Candidate> due(Duration hintExpiry, Instant since, int limit);

  /** Makes at most {@code limit} waiting tasks READY that are due, whatever their times. */
  default List<Candidate> due(Duration hintExpiry, int limit) {
    return due(hintExpiry, Instant.EPOCH, limit);
  }

  /**
   * Returns READY and RUNNING tasks whose next event time has passed, earliest first, and due tasks
   * whose row {@linkplain Task#fault can't be read}. RUNNING tasks come before all READY tasks, so
   * that old hints never delay an expired lease. Returns {@linkplain Task#outline() outlines},
   * since no node runs them.
   *
   * @param leases where to start among RUNNING tasks
   * @param hints where to start among READY tasks
   */
  List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit);

  /** Returns at most {@code limit} overdue tasks, whatever their times. */
  default List<Task> overdue(int limit) {
    return overdue(SweepPlace.BEGINNING, SweepPlace.BEGINNING, limit);
  }

  /**
   * Returns RUNNING tasks whose lease ends later than this much from now, as {@linkplain
   * Task#outline() outlines}. Such tasks exist only if the store's clock was set back. A store
   * whose clock never goes back returns none.
   */
  default List<Task> leasesBeyond(Duration ahead, int limit) {
    return List.of();
  }

  /**
   * A place in the order of next event times.
   *
   * @param time the store may leave out tasks with earlier times
   * @param after null for all tasks at that time or later, in any order within one time; otherwise
   *     the store returns only tasks at that time with a greater id ({@link IdOrder}) and tasks at
   *     later times, and orders tasks with the same time by their ids
   */
  record SweepPlace(Instant time, @Nullable UUID after) {
    /** The place before all tasks. */
    public static final SweepPlace BEGINNING = new SweepPlace(Instant.EPOCH, null);

    /** Returns the place of all tasks at that time or later. */
    public static SweepPlace since(Instant time) {
      return new SweepPlace(time, null);
    }

    /** Returns whether the place is before a task with that next event time and id. */
    public boolean isBefore(Instant nextEventAt, UUID id) {
      int byTime = nextEventAt.compareTo(time);
      return byTime > 0
          || (byTime == 0 && (after == null || IdOrder.BY_BYTES.compare(id, after) > 0));
    }
  }

  /**
   * Removes finished tasks and keys whose retention is over, at most {@code limit} of each. If
   * finished tasks share stored data, it may remove some more.
   *
   * @return how many finished tasks were removed
   */
  int prune(int limit);
}
