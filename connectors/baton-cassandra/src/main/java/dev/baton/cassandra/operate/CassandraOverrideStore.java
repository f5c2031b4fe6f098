package dev.baton.cassandra.operate;

import dev.baton.cassandra.cluster.CassandraClusterStore;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.AuditedChange;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.OverrideCodec;
import dev.baton.cassandra.shard.OneRow;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Shards;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OverrideStore;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stores operators' run-time overrides in the shard of the pauses. Each change is in one batch with
 * its audit entry. Thread-safe.
 */
public final class CassandraOverrideStore implements OverrideStore {
  private final Cql cql;
  private final Shards shards;
  private final CassandraClusterStore cluster;

  /**
   * @param cluster the store that nodes read
   */
  public CassandraOverrideStore(Cql cql, Shards shards, CassandraClusterStore cluster) {
    this.cql = cql;
    this.shards = shards;
    this.cluster = cluster;
  }

  @Override
  public List<ActiveOverride> overrides() {
    return cluster.overrides();
  }

  @Override
  public boolean set(
      OverrideTarget target, OverrideValue value, @Nullable OverrideValue before, AuditNote note) {
    RowKey key = Keys.override(target);
    return write(
        key,
        before,
        note,
        (rows, now) ->
            rows.put(
                key,
                OverrideCodec.encode(
                    new ActiveOverride(target, value, note.actor(), note.reason(), now))));
  }

  @Override
  public boolean reset(OverrideTarget target, OverrideValue before, AuditNote note) {
    RowKey key = Keys.override(target);
    return write(key, before, note, (rows, now) -> rows.remove(key));
  }

  private boolean write(
      RowKey key, @Nullable OverrideValue before, AuditNote note, OneRow.Change change) {
    OneRow step =
        OneRow.where(
            key,
            there ->
                Objects.equals(before, there == null ? null : OverrideCodec.decode(there).value()),
            change);
    return cql.await(
        shards.submit(CassandraClusterStore.SHARD, new AuditedChange<>(step, note, done -> done)));
  }
}
