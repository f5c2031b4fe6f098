package dev.baton.cassandra.shard;

import java.util.concurrent.CompletionStage;

/** The compare-and-sets of shards. After a lost response, a shard's state shows the result. */
interface Epochs {

  /** Reads a shard's state with its epoch; a serial read shows every change that was applied. */
  CompletionStage<ShardState> state(int shard, boolean serially);

  /** Applies the whole change if the shard's epoch is still the previous one. */
  CompletionStage<Boolean> turn(int shard, ShardState next, ShardTable.Change change);
}
