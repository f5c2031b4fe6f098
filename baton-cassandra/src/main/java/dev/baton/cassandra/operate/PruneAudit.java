package dev.baton.cassandra.operate;

import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import java.time.Instant;
import java.util.List;

/** Removes an entry of the audit; answers whether it was there. */
record PruneAudit(RowKey entry) implements Command<Boolean> {

  @Override
  public List<RowKey> reads() {
    return List.of(entry);
  }

  @Override
  public Boolean decide(Rows rows, Instant now) {
    boolean isThere = rows.get(entry) != null;
    if (isThere) {
      rows.remove(entry);
    }
    return isThere;
  }
}
