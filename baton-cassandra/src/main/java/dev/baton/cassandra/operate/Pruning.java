package dev.baton.cassandra.operate;

import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import java.time.Instant;
import java.util.List;

/** Removes a row; answers whether it was there. */
record PruneRow(RowKey key) implements Command<Boolean> {

  @Override
  public List<RowKey> reads() {
    return List.of(key);
  }

  @Override
  public Boolean decide(Rows rows, Instant now) {
    boolean isThere = rows.get(key) != null;
    if (isThere) {
      rows.remove(key);
    }
    return isThere;
  }
}
