package dev.baton.operate;

import dev.baton.task.Prerequisite;
import java.util.List;
import java.util.UUID;

/**
 * The tasks for which a task waits or waited, and the tasks that wait or waited for it. The lists
 * of an old task may be empty, because Baton deletes this information after a while.
 *
 * @param waitedFor the tasks that this task waits or waited for, ordered by id, and how each of
 *     them ended
 * @param waiters ids of the waiting tasks in ascending order, at most {@value #MAX_WAITERS}
 */
public record Related(List<Prerequisite> waitedFor, List<UUID> waiters) {
  /** Maximum number of waiting tasks that are returned. */
  public static final int MAX_WAITERS = 100;

  public Related {
    waitedFor = List.copyOf(waitedFor);
    waiters = List.copyOf(waiters);
  }
}
