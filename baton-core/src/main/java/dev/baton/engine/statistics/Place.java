package dev.baton.engine.statistics;

import dev.baton.spi.StatisticsStore;
import java.util.Comparator;

/** Where something is counted: a type in a bucket. */
record Place(String bucket, String type) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::bucket).thenComparing(Place::type);

  /** For all that would make them too many. */
  static final Place OTHERS = new Place(StatisticsStore.OTHERS, StatisticsStore.OTHERS);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}
