package dev.baton.operate.statistics;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Tasks that are retried, or those of them that fail again and again: they wait for their next
 * attempt, the latest attempt failed, and at least one, or {@link #MIN_ATTEMPTS}, have started
 * since the task last made progress.
 *
 * @param takenAt when they were looked for, on the store's clock
 * @param complete false when there may be more: only the {@link #MAX_READ} waiting tasks that are
 *     due first are read
 * @param groups by bucket and type, in this order
 */
public record Failing(Instant takenAt, boolean complete, List<Group> groups) {
  /** Attempts from which on a task that is retried fails again and again. */
  public static final int MIN_ATTEMPTS = 3;

  /** Waiting tasks that are read at the most. */
  public static final int MAX_READ = 10_000;

  public Failing {
    groups = List.copyOf(groups);
  }

  /**
   * Tasks of one type in one bucket that are retried.
   *
   * @param count how many; at least one
   * @param maxAttempts attempts of the task that has most
   * @param latest the task that failed last; {@link dev.baton.operate.TaskControl#attempts} says of
   *     what
   */
  public record Group(String bucket, String type, long count, int maxAttempts, UUID latest) {}
}
