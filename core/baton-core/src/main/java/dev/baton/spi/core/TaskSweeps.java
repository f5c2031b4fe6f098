package dev.baton.spi.core;

import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Methods for the sweeper and the pruner, which one node runs for all nodes: they find due tasks,
 * expired leases and old finished tasks. Thread-safe.
 */
public interface TaskSweeps {

  /**
   * Makes waiting tasks READY if they are due: the earliest first, at most {@code limit}.
   *
   * @param since the store may skip tasks whose time is earlier than this
   * @return the tasks that became ready
   */
  List<Candidate> due(Duration hintExpiry, Instant since, int limit);

  /** Makes due tasks READY, like {@link #due(Duration, Instant, int)}, and skips no early times. */
  default List<Candidate> due(Duration hintExpiry, int limit) {
    return due(hintExpiry, Instant.EPOCH, limit);
  }

  /**
   * Returns READY and RUNNING tasks whose next event time has passed, earliest first, and due tasks
   * whose row {@linkplain Task#fault can't be read}. RUNNING tasks come before all READY tasks, so
   * that many old hints don't delay the handling of an expired lease. Returns only {@linkplain
   * Task#outline() outlines}, because the node doesn't run tasks from this result.
   *
   * @param leases where to start among RUNNING tasks
   * @param hints where to start among READY tasks
   */
  List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit);

  /**
   * Returns overdue tasks, like {@link #overdue(SweepPlace, SweepPlace, int)}, from the beginning.
   */
  default List<Task> overdue(int limit) {
    return overdue(SweepPlace.BEGINNING, SweepPlace.BEGINNING, limit);
  }

  /**
   * Returns the {@linkplain Task#outline() outlines} of RUNNING tasks whose lease ends later than
   * {@code ahead} from now. Such tasks exist only if the store's clock was set back. A store whose
   * clock never goes back returns none.
   */
  default List<Task> leasesBeyond(Duration ahead, int limit) {
    return List.of();
  }

  /**
   * A place in the order of next event times.
   *
   * @param time time from which the store returns tasks; it may leave out tasks with earlier times
   * @param after null to return all tasks with that time or a later one, with equal times in any
   *     order. With an id, the store returns only tasks with that time and a greater id ({@link
   *     IdOrder}), and tasks with a later time; it orders equal times by id
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
   * Removes finished tasks and keys whose retention is over, at most {@code limit} of each. A store
   * that keeps several finished tasks in one record may remove some more.
   *
   * @return how many finished tasks were removed
   */
  int prune(int limit);
}
