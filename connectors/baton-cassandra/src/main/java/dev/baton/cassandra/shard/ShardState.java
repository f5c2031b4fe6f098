package dev.baton.cassandra.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What a shard says of itself.
 *
 * @param epoch grows by one with each change of the shard
 * @param writes the ids of the last changes, the latest first
 * @param gaps where no rows are
 */
record ShardState(long epoch, List<UUID> writes, Gaps gaps) {
  /** How many ids of changes are kept: others may write so often before an unknown one is lost. */
  static final int KEPT_WRITES = 24;

  static final ShardState NEW = new ShardState(0, List.of(), Gaps.NONE);

  /** The state after this change. */
  ShardState after(UUID write, Gaps changed) {
    List<UUID> ids = new ArrayList<>(KEPT_WRITES);
    ids.add(write);
    ids.addAll(writes.subList(0, Math.min(writes.size(), KEPT_WRITES - 1)));
    return new ShardState(epoch + 1, List.copyOf(ids), changed);
  }

  /** Whether a change that insisted on that epoch would still be seen if it had been applied. */
  boolean tellsOf(long before) {
    return epoch - before <= KEPT_WRITES;
  }
}
