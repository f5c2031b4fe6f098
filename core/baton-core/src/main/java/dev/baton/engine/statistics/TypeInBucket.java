package dev.baton.engine.statistics;

import dev.baton.operate.statistics.LiveCounts;
import org.jspecify.annotations.Nullable;

/** A type in a bucket. Statistics are counted separately for each of them. */
record TypeInBucket(String bucket, String type) implements Comparable<TypeInBucket> {
  /** Represents all pairs beyond the limit. */
  static final TypeInBucket OTHERS = new TypeInBucket(LiveCounts.OTHERS, LiveCounts.OTHERS);

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TypeInBucket place
        && bucket.equals(place.bucket)
        && type.equals(place.type);
  }

  @Override
  public int hashCode() {
    return 31 * bucket.hashCode() + type.hashCode();
  }

  @Override
  public int compareTo(TypeInBucket other) {
    int byBucket = bucket.compareTo(other.bucket);
    return byBucket != 0 ? byBucket : type.compareTo(other.type);
  }
}
