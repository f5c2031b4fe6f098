package dev.baton.cassandra.shard;

import java.util.concurrent.CompletionStage;

/** The compare-and-sets of shards, and the states by which unanswered ones are judged. */
interface Epochs {

  /** Shard row with its epoch; a serial read shows every change that was applied. */
  CompletionStage<ShardState> state(int shard, boolean serially);

  /** Applies all of this if the shard's epoch is still the one before it. */
  CompletionStage<Boolean> turn(int shard, ShardState next, ShardTable.Change change);
}
