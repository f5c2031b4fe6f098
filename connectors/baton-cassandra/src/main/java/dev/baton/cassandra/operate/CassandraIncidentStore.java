package dev.baton.cassandra.operate;

import dev.baton.cassandra.cluster.CassandraClusterStore;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.IncidentCodec;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.shard.OneRow;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores incidents in the shard of the nodes and pauses, because there are few. Thread-safe. */
public final class CassandraIncidentStore implements IncidentStore {
  private final Cql cql;
  private final Shards shards;
  private final ShardClock clock;

  public CassandraIncidentStore(Cql cql, Shards shards, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.clock = clock;
  }

  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public List<Incident> incidents() {
    return shards
        .read(List.of(CassandraClusterStore.SHARD), List.of(Keys.incidents()), Integer.MAX_VALUE)
        .stream()
        .flatMap(found -> IncidentCodec.decode(found.row().value()).stream())
        .toList();
  }

  @Override
  public boolean open(Incident incident) {
    RowKey key = Keys.incident(incident.topic());
    return write(
        OneRow.where(
            key,
            there -> there == null,
            (rows, now) -> rows.put(key, IncidentCodec.encode(incident.withVersion(1)))));
  }

  @Override
  public boolean change(Incident incident) {
    RowKey key = Keys.incident(incident.topic());
    byte[] next = IncidentCodec.encode(incident.withVersion(incident.version() + 1));
    return write(
        OneRow.where(key, there -> is(incident, there), (rows, now) -> rows.put(key, next)));
  }

  @Override
  public boolean remove(Incident incident) {
    RowKey key = Keys.incident(incident.topic());
    return write(OneRow.where(key, there -> is(incident, there), (rows, now) -> rows.remove(key)));
  }

  private static boolean is(Incident incident, byte @Nullable [] there) {
    return there != null
        && IncidentCodec.decode(there)
            .filter(found -> found.id().equals(incident.id()))
            .filter(found -> found.version() == incident.version())
            .isPresent();
  }

  private boolean write(OneRow step) {
    return cql.await(shards.submit(CassandraClusterStore.SHARD, step));
  }
}
