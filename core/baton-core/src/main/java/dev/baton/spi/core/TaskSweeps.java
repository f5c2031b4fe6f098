package dev.baton.spi.core;

import dev.baton.task.Candidate;
import dev.baton.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the leading node does for all: due tasks, lapsed leases, what is kept. Thread-safe. */
public interface TaskSweeps {

  /**
   * Makes waiting tasks whose time has come READY, earliest first, {@code limit} at the most.
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
   * ones: a lapsed lease is never starved by old hints. {@linkplain Task#outline() Outlines}:
   * nobody runs them.
   *
   * @param leasesSince earlier ends of leases needn't be looked at, but may
   * @param hintsSince as that, for READY tasks
   */
  List<Task> overdue(Instant leasesSince, Instant hintsSince, int limit);

  /** As above, whatever their times. */
  default List<Task> overdue(int limit) {
    return overdue(Instant.EPOCH, Instant.EPOCH, limit);
  }

  /**
   * Removes finished tasks, and keys, whose retention is over, {@code limit} of each; where
   * finished tasks share what is stored of them, some more.
   *
   * @return how many finished tasks were removed
   */
  int prune(int limit);
}
