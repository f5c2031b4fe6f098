package dev.baton.engine.statistics;

import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore.Minute;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What this node did, minute by minute, until it is written: the latest minutes whole, since each
 * write replaces what was written of a minute before; of older ones what couldn't be written yet,
 * up to a bound. Owned by one thread.
 */
final class UnwrittenStatistics {
  /** Entries that may wait to be written: more than an hour of fifty types. */
  static final int MAX_ENTRIES = 5_000;

  private final TreeMap<Entry, TaskStatistics> known = new TreeMap<>();
  private final TreeSet<Entry> unwritten = new TreeSet<>();
  private long latest = Long.MIN_VALUE;

  /** What was done in one place in one minute. */
  private record Entry(long minute, TypeInBucket place) implements Comparable<Entry> {
    private static final Comparator<Entry> ORDER =
        Comparator.comparingLong(Entry::minute).thenComparing(Entry::place);

    @Override
    public int compareTo(Entry other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * Adds what was done in a minute. Where the clock has gone back it is counted in the latest
   * minute that is still known whole: an earlier one would be replaced by a part of it.
   *
   * @return how many entries had to be dropped for it
   */
  int add(long minute, Map<TypeInBucket, TaskStatistics> news) {
    latest = Math.max(latest, minute);
    long counted = Math.max(minute, latest - 1);
    news.forEach(
        (place, statistics) -> {
          Entry entry = new Entry(counted, place);
          known.merge(entry, statistics, TaskStatistics::plus);
          unwritten.add(entry);
        });
    int dropped = 0;
    while (unwritten.size() > MAX_ENTRIES) {
      known.remove(unwritten.pollFirst());
      dropped++;
    }
    return dropped;
  }

  /** The earliest that is to be written. */
  List<Minute> unwritten(int most) {
    List<Minute> some = new ArrayList<>();
    for (Entry entry : unwritten) {
      if (some.size() == most) {
        break;
      }
      TaskStatistics statistics = known.getOrDefault(entry, TaskStatistics.none());
      some.add(new Minute(entry.minute, entry.place.bucket(), entry.place.type(), statistics));
    }
    return some;
  }

  boolean isWritten() {
    return unwritten.isEmpty();
  }

  /** These were written as they stand. */
  void written(List<Minute> minutes) {
    for (Minute minute : minutes) {
      unwritten.remove(
          new Entry(minute.number(), new TypeInBucket(minute.bucket(), minute.type())));
    }
    known.keySet().removeIf(entry -> entry.minute < latest - 1 && !unwritten.contains(entry));
  }
}
