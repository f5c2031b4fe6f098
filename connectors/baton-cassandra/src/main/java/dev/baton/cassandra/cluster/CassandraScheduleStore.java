package dev.baton.cassandra.cluster;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.ScheduleCodec;
import dev.baton.cassandra.shard.OneRow;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.ScheduleStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores schedules, all in one shard: there are few, and a node reads the due ones together.
 * Thread-safe.
 */
public final class CassandraScheduleStore implements ScheduleStore {
  private static final int SHARD = 0;

  private final Cql cql;
  private final Shards shards;
  private final ShardClock clock;

  public CassandraScheduleStore(Cql cql, Shards shards, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.clock = clock;
  }

  /** Changes the row of a schedule. Returns whether it changed anything. */
  private interface ScheduleWork {
    boolean with(Optional<ScheduleState> there, Rows rows, RowKey key);
  }

  private boolean write(String name, ScheduleWork step) {
    RowKey key = Keys.schedule(name);
    OneRow.RowDecider decoded =
        (there, rows, now) ->
            step.with(Optional.ofNullable(there).map(ScheduleCodec::decode), rows, key);
    return cql.await(shards.submit(SHARD, new OneRow(key, decoded)));
  }

  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public boolean insert(ScheduleState state) {
    return write(
        state.name(),
        (there, rows, key) -> {
          if (there.isEmpty()) {
            rows.put(key, ScheduleCodec.encode(state.version(1)));
          }
          return there.isEmpty();
        });
  }

  @Override
  public boolean change(ScheduleState state) {
    return write(
        state.name(),
        (there, rows, key) -> {
          boolean same = there.filter(now -> now.version() == state.version()).isPresent();
          if (same) {
            rows.put(key, ScheduleCodec.encode(state.version(state.version() + 1)));
          }
          return same;
        });
  }

  @Override
  public boolean remove(String name) {
    return cql.await(shards.submit(SHARD, OneRow.removed(Keys.schedule(name))));
  }

  @Override
  public Optional<ScheduleState> find(String name) {
    return cql.await(shards.row(SHARD, Keys.schedule(name), false))
        .map(row -> ScheduleCodec.decode(row.value()));
  }

  @Override
  public List<ScheduleState> list(@Nullable String after, int limit) {
    return behind(after, limit).toList();
  }

  @Override
  public List<Due> due(Duration ahead, @Nullable String after, int limit) {
    Instant now = clock.now();
    return behind(after, Integer.MAX_VALUE)
        .filter(state -> !state.paused() && isDue(state, now, now.plus(ahead)))
        .limit(limit)
        .map(state -> new Due(state, now))
        .toList();
  }

  private static boolean isDue(ScheduleState state, Instant now, Instant by) {
    Instant due = state.dueAt();
    Instant last = state.past().lastTick();
    return due != null && (!due.isAfter(by) || (last != null && last.isAfter(now)));
  }

  private Stream<ScheduleState> behind(@Nullable String after, int limit) {
    return shards.read(List.of(SHARD), List.of(Keys.schedules(after)), limit).stream()
        .map(found -> ScheduleCodec.decode(found.row().value()));
  }
}
