package dev.baton.cassandra.operate;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.shard.OneRow;
import dev.baton.cassandra.shard.Shards;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Removes rows to which no other row refers. */
final class Pruning {
  private Pruning() {}

  /** Removes at most {@code limit} rows of the range from all shards; returns how many. */
  static int prune(Cql cql, Shards shards, Shards.Range range, int limit) {
    List<CompletableFuture<Boolean>> begun =
        shards.read(shards.all(), List.of(range), limit).stream()
            .map(old -> shards.submit(old.shard(), OneRow.removed(old.key())))
            .toList();
    return (int) begun.stream().filter(cql::await).count();
  }
}
