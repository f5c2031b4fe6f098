package dev.baton.cassandra.operate;

import dev.baton.cassandra.row.IndexedTask;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.StatisticsStore.Counted;
import dev.baton.spi.StatisticsStore.Group;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts live tasks with the indexes. Thread-safe. */
final class LiveCount {
  /** Maximum number of tasks of a status to count: each one is a row to read. */
  private static final int MAX_COUNTED = 100_000;

  private static final Comparator<CountedPlace> ORDER =
      Comparator.comparing(CountedPlace::bucket)
          .thenComparing(CountedPlace::type)
          .thenComparing(CountedPlace::status);

  private final Shards shards;

  LiveCount(Shards shards) {
    this.shards = shards;
  }

  private record CountedPlace(String bucket, String type, Status status) {}

  private record Sum(long count, @Nullable Instant oldest) {
    static Sum of(@Nullable Instant since) {
      return new Sum(1, since);
    }

    Sum plus(Sum other) {
      boolean earlier = other.oldest != null && (oldest == null || other.oldest.isBefore(oldest));
      return new Sum(count + other.count, earlier ? other.oldest : oldest);
    }
  }

  Counted at(Instant now) {
    TreeMap<CountedPlace, Sum> sums = new TreeMap<>(ORDER);
    for (Status status : Status.values()) {
      if (!status.isFinished() && !add(status, sums)) {
        return new Counted(now, false, List.of());
      }
    }
    return new Counted(
        now,
        true,
        sums.entrySet().stream().map(sum -> group(sum.getKey(), sum.getValue())).toList());
  }

  private static Group group(CountedPlace place, Sum sum) {
    return new Group(place.bucket, place.type, place.status, sum.count, sum.oldest);
  }

  /** Adds the tasks of a status. Returns false if there were too many tasks to count. */
  private boolean add(Status status, TreeMap<CountedPlace, Sum> sums) {
    boolean isReady = status == Status.READY;
    List<Shards.Range> parts =
        isReady ? List.of(Keys.ready()) : List.of(Keys.standing(status), Keys.times(status));
    List<Shards.ShardRow> all = shards.read(shards.all(), parts, MAX_COUNTED);
    for (Shards.ShardRow found : all) {
      if (isReady) {
        Candidate task = Keys.candidate(found);
        CountedPlace place = new CountedPlace(task.bucket(), task.flow().type(), status);
        sums.merge(place, Sum.of(Keys.readySince(found)), Sum::plus);
      } else {
        IndexedTask task = IndexedTask.read(found);
        CountedPlace place = new CountedPlace(task.bucket(), task.type(), status);
        sums.merge(place, Sum.of(null), Sum::plus);
      }
    }
    return all.size() < MAX_COUNTED;
  }
}
