package dev.baton.operate;

import dev.baton.task.Prerequisite;
import java.util.List;
import java.util.UUID;

/**
 * The tasks that a task waits or waited for, and the tasks that wait or waited for it. Both are
 * known only while they are stored.
 *
 * @param waitedFor the tasks waited for, by id, each with its end
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
