package dev.baton.spi.core;

import dev.baton.task.Candidate;
import dev.baton.task.internal.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the leading node does for all: due tasks, lapsed leases, what is kept. Thread-safe. */
public interface TaskSweeps {

  /**
   * Makes at most {@code limit} waiting tasks READY whose time has come, earliest first.
   *
   * @param since earlier times needn't be looked at, but may
   * @return the tasks that became ready
   */
  List<Candidate> due(Duration hintExpiry, Instant since, int limit);

  /** As above, whatever their times. */
  default List<Candidate> due(Duration hintExpiry, int limit) {
    return due(hintExpiry, Instant.EPOCH, limit);
  }

  /**
   * READY and RUNNING tasks whose next event time has passed, earliest first, and tasks due for
   * anything whose row {@linkplain Task#fault can't be read}. RUNNING ones come before all READY
   * ones: a lapsed lease is never starved by old hints. {@linkplain Task#outline() Outlines}: no
   * node runs them.
   *
   * @param leases where to begin among RUNNING tasks
   * @param hints where to begin among READY tasks
   */
  List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit);

  /** As above, whatever their times. */
  default List<Task> overdue(int limit) {
    return overdue(SweepPlace.BEGINNING, SweepPlace.BEGINNING, limit);
  }

  /**
   * RUNNING tasks whose lease ends later than that much from now: there are none unless the store's
   * clock was put back. {@linkplain Task#outline() Outlines}. A store whose clock never goes back
   * answers none.
   */
  default List<Task> leasesBeyond(Duration ahead, int limit) {
    return List.of();
  }

  /**
   * A place in the order of next event times.
   *
   * @param time the store may leave out earlier ones
   * @param after null for any task at that time or later, in any order within one time; otherwise
   *     the store answers only tasks at that time with a greater id ({@link IdOrder}) and tasks at
   *     later times, and orders those of one time by their ids
   */
  record SweepPlace(Instant time, @Nullable UUID after) {
    /** Before all tasks. */
    public static final SweepPlace BEGINNING = new SweepPlace(Instant.EPOCH, null);

    /** Any task at that time or later. */
    public static SweepPlace since(Instant time) {
      return new SweepPlace(time, null);
    }

    /** Whether the place lies before a task with that next event time and id. */
    public boolean isBefore(Instant nextEventAt, UUID id) {
      int byTime = nextEventAt.compareTo(time);
      return byTime > 0
          || (byTime == 0 && (after == null || IdOrder.BY_BYTES.compare(id, after) > 0));
    }
  }

  /**
   * Removes finished tasks, and keys, whose retention is over, {@code limit} of each; where
   * finished tasks share what is stored of them, some more.
   *
   * @return how many finished tasks were removed
   */
  int prune(int limit);
}
