package dev.baton.cassandra.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The state of a shard.
 *
 * @param epoch grows by one with each change of the shard
 * @param writes the ids of the last changes, latest first
 * @param gaps ranges without rows
 */
record ShardState(long epoch, List<UUID> writes, Gaps gaps) {
  /**
   * Number of ids of changes to keep: after this many later writes, the result of an unknown change
   * can't be determined.
   */
  static final int KEPT_WRITES = 24;

  static final ShardState NEW = new ShardState(0, List.of(), Gaps.NONE);

  /** Returns the state after this change. */
  ShardState after(UUID write, Gaps changed) {
    List<UUID> ids = new ArrayList<>(KEPT_WRITES);
    ids.add(write);
    ids.addAll(writes.subList(0, Math.min(writes.size(), KEPT_WRITES - 1)));
    return new ShardState(epoch + 1, List.copyOf(ids), changed);
  }

  /**
   * Returns whether a change that required that epoch would still be listed if it had been applied.
   */
  boolean tellsOf(long before) {
    return epoch - before <= KEPT_WRITES;
  }
}
