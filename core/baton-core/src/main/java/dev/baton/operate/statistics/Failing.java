package dev.baton.operate.statistics;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Tasks that wait for their next attempt after a failed one. {@link Statistics#retrying} returns
 * all such tasks. {@link Statistics#failing} returns only those with at least {@link #MIN_ATTEMPTS}
 * attempts.
 *
 * @param takenAt time of the search, on the store's clock
 * @param complete false if more may exist, because only the {@link #MAX_READ} waiting tasks that
 *     are due next are read
 * @param groups the groups, ordered by bucket and type
 */
public record Failing(Instant takenAt, boolean complete, List<Group> groups) {
  /** Minimum number of attempts of a retrying task that counts as failing repeatedly. */
  public static final int MIN_ATTEMPTS = 3;

  /** Maximum number of waiting tasks that are read. */
  public static final int MAX_READ = 10_000;

  public Failing {
    groups = List.copyOf(groups);
  }

  /**
   * The retrying tasks of one type in one bucket.
   *
   * @param count number of tasks; at least one
   * @param maxAttempts maximum number of attempts of a task of the group
   * @param latest the task that failed last; {@link dev.baton.operate.TaskControl#attempts} returns
   *     its error
   */
  public record Group(String bucket, String type, long count, int maxAttempts, UUID latest) {}
}
