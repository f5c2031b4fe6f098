package dev.baton.operate;

import dev.baton.task.Prerequisite;
import java.util.List;
import java.util.UUID;

/**
 * What a task waits or waited for, and what waits or waited for it; each while it is remembered.
 *
 * @param waitedFor by id, each with how it has ended
 * @param waiters by id, {@value #MAX_WAITERS} at the most
 */
public record Related(List<Prerequisite> waitedFor, List<UUID> waiters) {
  /** Tasks that wait for one that are told. */
  public static final int MAX_WAITERS = 100;

  public Related {
    waitedFor = List.copyOf(waitedFor);
    waiters = List.copyOf(waiters);
  }
}
