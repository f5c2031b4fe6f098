package dev.baton.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node as other nodes see it.
 *
 * @param startedAt when it was first heard of
 * @param heardAt when it was last heard of
 * @param leftAt when it ended in order; null while it lives, or when it died
 */
public record NodeInfo(Card card, Instant startedAt, Instant heardAt, @Nullable Instant leftAt) {

  /**
   * What a node publishes about itself.
   *
   * @param id one start of one node
   * @param name for people; by default the machine's name
   * @param version of Baton
   * @param lease how long it holds a task without renewing the lease, at most
   * @param types the task types it can run; {@code X*} for all that begin with X
   * @param buckets the buckets it runs now
   * @param limits the numbers that its code gives to limits and rates of the cluster, by their name
   */
  public record Card(
      UUID id,
      String name,
      String version,
      NodeRole role,
      Duration lease,
      SortedSet<String> types,
      SortedSet<String> buckets,
      SortedMap<String, String> limits) {
    /** At the end of a type: whatever follows. */
    public static final String ANY = "*";

    public Card {
      types = new TreeSet<>(types);
      buckets = new TreeSet<>(buckets);
      limits = new TreeMap<>(limits);
    }

    /** Whether it can run tasks of this type. */
    public boolean runs(String type) {
      return types.contains(type)
          || types.stream()
              .filter(known -> known.endsWith(ANY))
              .anyMatch(known -> type.startsWith(known.substring(0, known.length() - 1)));
    }
  }
}
