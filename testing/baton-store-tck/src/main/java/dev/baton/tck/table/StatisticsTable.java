package dev.baton.tck.table;

import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore.Minute;
import dev.baton.spi.core.IdOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statistics that nodes recorded about their work. Owned by the store, which guards it with its
 * lock.
 */
public final class StatisticsTable {
  private final TreeMap<Key, TaskStatistics> rows = new TreeMap<>();

  private record Key(long minute, String bucket, String type, UUID source)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparingLong(Key::minute)
            .thenComparing(Key::bucket)
            .thenComparing(Key::type)
            .thenComparing(Key::source, IdOrder.BY_BYTES);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  private record Sum(String bucket, String type, long minute) implements Comparable<Sum> {
    private static final Comparator<Sum> ORDER =
        Comparator.comparing(Sum::bucket).thenComparing(Sum::type).thenComparing(Sum::minute);

    @Override
    public int compareTo(Sum other) {
      return ORDER.compare(this, other);
    }
  }

  public void putAll(StatisticsTable other) {
    rows.putAll(other.rows);
  }

  public void keep(UUID source, List<Minute> minutes) {
    for (Minute minute : minutes) {
      rows.put(
          new Key(minute.number(), minute.bucket(), minute.type(), source), minute.statistics());
    }
  }

  public List<Minute> kept(
      long from, long to, int step, @Nullable String type, @Nullable String bucket) {
    TreeMap<Sum, TaskStatistics> sums = new TreeMap<>();
    rows.forEach(
        (key, statistics) -> {
          boolean wanted =
              key.minute >= from
                  && key.minute < to
                  && (type == null || type.equals(key.type))
                  && (bucket == null || bucket.equals(key.bucket));
          if (wanted) {
            long first = key.minute - (key.minute - from) % step;
            sums.merge(new Sum(key.bucket, key.type, first), statistics, TaskStatistics::plus);
          }
        });
    List<Minute> kept = new ArrayList<>();
    sums.forEach(
        (sum, statistics) -> kept.add(new Minute(sum.minute, sum.bucket, sum.type, statistics)));
    return kept;
  }

  public int prune(long before, int limit) {
    List<Key> old = rows.keySet().stream().filter(k -> k.minute < before).limit(limit).toList();
    old.forEach(rows::remove);
    return old.size();
  }
}
