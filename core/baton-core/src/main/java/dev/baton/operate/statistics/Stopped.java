package dev.baton.operate.statistics;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait for an operator: tasks in ERROR, and held tasks for which other tasks wait. Only
 * the {@link #MAX_READ} oldest tasks of each status are read, and in addition some tasks in ERROR
 * of each type.
 *
 * @param takenAt time of the search, on the store's clock
 * @param groups the groups, ordered by kind, type and bucket
 */
public record Stopped(Instant takenAt, List<Group> groups) {
  /** Maximum number of tasks that are read of each status. */
  public static final int MAX_READ = 500;

  public Stopped {
    groups = List.copyOf(groups);
  }

  /** The reason why the tasks are stopped. */
  public enum Kind {
    /** The tasks are in ERROR. */
    ERROR,
    /** The tasks are on hold, and other tasks wait for them. */
    HELD
  }

  /**
   * The stopped tasks of one kind and type in one bucket.
   *
   * @param tasks ids of the tasks that were read; at least one
   * @param since when the first of these tasks stopped
   * @param behind number of tasks that wait for these tasks, directly or through others; from
   *     {@link dev.baton.operate.Explanation#MAX_COUNTED} on, the real number may be larger
   * @param key the key, if all tasks of the group for which other tasks wait have the same key;
   *     otherwise null
   */
  public record Group(
      Kind kind,
      String bucket,
      String type,
      List<UUID> tasks,
      Instant since,
      int behind,
      @Nullable String key) {
    public Group {
      tasks = List.copyOf(tasks);
    }
  }
}
