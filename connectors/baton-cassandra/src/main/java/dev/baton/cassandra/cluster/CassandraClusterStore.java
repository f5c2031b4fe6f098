package dev.baton.cassandra.cluster;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.AuditedChange;
import dev.baton.cassandra.row.ClusterCodec;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.OverrideCodec;
import dev.baton.cassandra.shard.OneRow;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Switches;
import dev.baton.spi.core.IdOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Stores nodes, pauses and overrides, all in the first shard, because there are few. Thread-safe.
 */
public final class CassandraClusterStore implements ClusterStore {
  /** The shard of all rows that belong to no task. */
  public static final int SHARD = 0;

  private static final Comparator<NodeInfo> BY_NAME =
      Comparator.<NodeInfo, String>comparing(node -> node.card().name())
          .thenComparing(node -> node.card().id(), IdOrder.BY_BYTES);

  private final Cql cql;
  private final Shards shards;
  private final ShardClock clock;

  public CassandraClusterStore(Cql cql, Shards shards, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.clock = clock;
  }

  private boolean write(RowKey key, OneRow.RowDecider step) {
    return cql.await(shards.submit(SHARD, new OneRow(key, step)));
  }

  private <T> Stream<T> all(Shards.Range range, Function<byte[], T> decode) {
    return shards.read(List.of(SHARD), List.of(range), Integer.MAX_VALUE).stream()
        .map(found -> decode.apply(found.row().value()));
  }

  @Override
  public void beat(NodeInfo.Card node) {
    RowKey key = Keys.node(node.id());
    write(
        key,
        (there, rows, now) -> {
          Instant started = there == null ? now : ClusterCodec.node(there).startedAt();
          rows.put(key, ClusterCodec.encode(new NodeInfo(node, started, now, null)));
          return true;
        });
  }

  @Override
  public void leave(UUID node) {
    RowKey key = Keys.node(node);
    write(
        key,
        (there, rows, now) -> {
          NodeInfo known = there == null ? null : ClusterCodec.node(there);
          if (known == null || known.leftAt() != null) {
            return false;
          }
          rows.put(
              key, ClusterCodec.encode(new NodeInfo(known.card(), known.startedAt(), now, now)));
          return true;
        });
  }

  @Override
  public List<NodeInfo> nodes(Duration within) {
    Instant after = clock.now().minus(within);
    return all(Keys.nodes(), ClusterCodec::node)
        .filter(node -> node.heardAt().isAfter(after))
        .sorted(BY_NAME)
        .toList();
  }

  @Override
  public int forget(Duration silentFor) {
    Instant until = clock.now().minus(silentFor);
    List<UUID> silent =
        all(Keys.nodes(), ClusterCodec::node)
            .filter(node -> !node.heardAt().isAfter(until))
            .map(node -> node.card().id())
            .toList();
    return (int) silent.stream().filter(node -> forget(node, until)).count();
  }

  private boolean forget(UUID node, Instant until) {
    RowKey key = Keys.node(node);
    return write(
        key,
        (there, rows, now) -> {
          boolean goes = there != null && !ClusterCodec.node(there).heardAt().isAfter(until);
          if (goes) {
            rows.remove(key);
          }
          return goes;
        });
  }

  @Override
  public boolean pause(Pause pause, String reason, AuditNote note) {
    RowKey key = Keys.pause(pause);
    return audited(
        OneRow.where(
            key,
            there -> there == null,
            (rows, now) -> rows.put(key, ClusterCodec.encode(new Paused(pause, reason, now)))),
        note);
  }

  @Override
  public boolean resume(Pause pause, AuditNote note) {
    return audited(OneRow.removed(Keys.pause(pause)), note);
  }

  private boolean audited(OneRow change, AuditNote note) {
    return cql.await(shards.submit(SHARD, new AuditedChange<>(change, note, done -> done)));
  }

  @Override
  public List<Paused> pauses() {
    return all(Keys.pauses(), ClusterCodec::paused)
        .sorted(Comparator.comparing(Paused::pause))
        .toList();
  }

  /** Returns the operators' overrides, sorted by target. */
  public List<ActiveOverride> overrides() {
    return all(Keys.overrides(), OverrideCodec::decode)
        .sorted(Comparator.comparing(ActiveOverride::target))
        .toList();
  }

  @Override
  public Switches switches() {
    return new Switches(pauses(), overrides());
  }
}
