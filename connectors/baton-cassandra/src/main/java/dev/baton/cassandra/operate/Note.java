package dev.baton.cassandra.operate;

import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import java.time.Instant;
import java.util.List;

/** A command that changes no task, for an audit entry alone. */
enum Note implements Command<Boolean> {
  ALONE;

  @Override
  public List<RowKey> reads() {
    return List.of();
  }

  @Override
  public Boolean decide(Rows rows, Instant now) {
    return true;
  }
}
