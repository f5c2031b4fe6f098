package dev.baton.cassandra;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.spi.Leadership;
import dev.baton.spi.Stores;
import java.time.Duration;
import java.util.stream.Collectors;

/** All stores that a node has on Cassandra, for a simulation of the servers. */
public final class SimulatedStores {
  private SimulatedStores() {}

  /** Returns the statements that create the tables, with {@code %s} in place of the keyspace. */
  public static String schema() {
    return CassandraSchema.statements().collect(Collectors.joining(";\n", "", ";\n"));
  }

  public static Stores stores(Cql cql, int shards, ShardClock clock, Duration patience) {
    return CassandraStore.stores(cql, shards, clock, patience, () -> {});
  }

  public static Leadership leadership(Cql cql, Duration term) {
    return new CassandraLeadership(cql, term);
  }
}
