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
 * This node's counts per minute until they are written. The counts of the last two minutes are
 * always kept, because each write of a minute replaces the earlier one. Counts of older minutes are
 * kept until they are written, up to a limit. Only one thread uses it.
 */
final class UnwrittenStatistics {
  /**
   * Maximum number of entries that may wait to be written. That is more than an hour of fifty
   * types.
   */
  static final int MAX_ENTRIES = 5_000;

  private final TreeMap<UnwrittenEntry, TaskStatistics> known = new TreeMap<>();
  private final TreeSet<UnwrittenEntry> unwritten = new TreeSet<>();
  private long latest = Long.MIN_VALUE;

  /** The key of the counts of one bucket and type in one minute. */
  private record UnwrittenEntry(long minute, TypeInBucket place)
      implements Comparable<UnwrittenEntry> {
    private static final Comparator<UnwrittenEntry> ORDER =
        Comparator.comparingLong(UnwrittenEntry::minute).thenComparing(UnwrittenEntry::place);

    @Override
    public int compareTo(UnwrittenEntry other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * Adds the counts of a minute. If the clock was set back, they are added to the earliest minute
   * that is still kept completely. A write to an older minute would replace its counts with these
   * few.
   *
   * @return the number of entries that were dropped because there were too many
   */
  int add(long minute, Map<TypeInBucket, TaskStatistics> news) {
    latest = Math.max(latest, minute);
    long counted = Math.max(minute, latest - 1);
    news.forEach(
        (place, statistics) -> {
          UnwrittenEntry entry = new UnwrittenEntry(counted, place);
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

  /** Returns the oldest entries that are not written yet. */
  List<Minute> unwritten(int most) {
    List<Minute> some = new ArrayList<>();
    for (UnwrittenEntry entry : unwritten) {
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

  /** Records that these entries were written. */
  void written(List<Minute> minutes) {
    for (Minute minute : minutes) {
      unwritten.remove(
          new UnwrittenEntry(minute.number(), new TypeInBucket(minute.bucket(), minute.type())));
    }
    known.keySet().removeIf(entry -> entry.minute < latest - 1 && !unwritten.contains(entry));
  }
}
