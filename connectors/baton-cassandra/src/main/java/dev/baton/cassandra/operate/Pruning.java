package dev.baton.cassandra.operate;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.shard.OneRow;
import dev.baton.cassandra.shard.Shards;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Removes rows that nothing else refers to. */
final class Pruning {
  private Pruning() {}

  /** Removes so many rows of the range at the most, of all shards; answers how many. */
  static int prune(Cql cql, Shards shards, Shards.Range range, int limit) {
    List<CompletableFuture<Boolean>> begun =
        shards.read(shards.all(), List.of(range), limit).stream()
            .map(old -> shards.submit(old.shard(), OneRow.removed(old.key())))
            .toList();
    return (int) begun.stream().filter(cql::await).count();
  }
}
