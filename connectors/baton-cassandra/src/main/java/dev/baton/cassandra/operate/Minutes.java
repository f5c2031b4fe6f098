package dev.baton.cassandra.operate;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.MinuteCodec;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.cassandra.shard.Shards;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore.Minute;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores nodes' statistics by the minute, all statistics of a node in one shard. Thread-safe. */
final class Minutes {
  private static final long SECONDS_A_MINUTE = 60;

  private static final Comparator<Minute> ORDER =
      Comparator.comparing(Minute::bucket)
          .thenComparing(Minute::type)
          .thenComparing(Minute::number);

  private final Cql cql;
  private final Shards shards;

  Minutes(Cql cql, Shards shards) {
    this.cql = cql;
    this.shards = shards;
  }

  void keep(UUID source, List<Minute> minutes) {
    if (!minutes.isEmpty()) {
      cql.await(shards.submit(shards.of(source), new Keep(source, minutes)));
    }
  }

  private record Keep(UUID source, List<Minute> minutes) implements Command<Boolean> {
    @Override
    public List<RowKey> reads() {
      return List.of();
    }

    @Override
    public int size() {
      return minutes.size() * MinuteCodec.SIZE;
    }

    @Override
    public Boolean decide(Rows rows, Instant now) {
      minutes.forEach(minute -> rows.put(Keys.minute(minute, source), MinuteCodec.encode(minute)));
      return true;
    }
  }

  List<Minute> kept(long from, long to, int step, @Nullable String type, @Nullable String bucket) {
    TreeMap<Minute, TaskStatistics> sums = new TreeMap<>(ORDER);
    shards.read(shards.all(), List.of(Keys.minutes(from, to)), Integer.MAX_VALUE).stream()
        .map(found -> MinuteCodec.read(found.row()))
        .filter(minute -> type == null || type.equals(minute.type()))
        .filter(minute -> bucket == null || bucket.equals(minute.bucket()))
        .forEach(
            minute -> {
              long first = minute.number() - (minute.number() - from) % step;
              Minute sum = new Minute(first, minute.bucket(), minute.type(), TaskStatistics.none());
              sums.merge(sum, minute.statistics(), TaskStatistics::plus);
            });
    return sums.entrySet().stream()
        .map(
            sum ->
                new Minute(
                    sum.getKey().number(),
                    sum.getKey().bucket(),
                    sum.getKey().type(),
                    Objects.requireNonNull(sum.getValue())))
        .toList();
  }

  int prune(Instant before, int limit) {
    long end = Math.floorDiv(before.getEpochSecond(), SECONDS_A_MINUTE);
    return Pruning.prune(cql, shards, Keys.minutes(0, end), limit);
  }
}
