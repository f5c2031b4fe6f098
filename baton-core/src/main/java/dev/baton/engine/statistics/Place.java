package dev.baton.engine.statistics;

import dev.baton.spi.StatisticsStore;
import org.jspecify.annotations.Nullable;

/** Where something is counted: a type in a bucket. */
record Place(String bucket, String type) implements Comparable<Place> {
  /** For all that would make them too many. */
  static final Place OTHERS = new Place(StatisticsStore.OTHERS, StatisticsStore.OTHERS);

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Place place && bucket.equals(place.bucket) && type.equals(place.type);
  }

  @Override
  public int hashCode() {
    return 31 * bucket.hashCode() + type.hashCode();
  }

  @Override
  public int compareTo(Place other) {
    int byBucket = bucket.compareTo(other.bucket);
    return byBucket != 0 ? byBucket : type.compareTo(other.type);
  }
}
