package dev.baton.operate.cluster;

import dev.baton.cluster.NodeRole;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster, as stored in the database.
 *
 * @param startedAt when the node was first seen
 * @param heardAt when the node was last seen
 * @param leftAt when the node was stopped normally; null if the node is running or died
 */
public record NodeInfo(Card card, Instant startedAt, Instant heardAt, @Nullable Instant leftAt) {

  /**
   * The data that a node publishes about itself.
   *
   * @param id id of the node; a node gets a new id each time that it starts
   * @param name name for display; by default the name of the machine
   * @param version version of Baton
   * @param lease how long a claim of the node is valid without a renewal of the lease
   * @param types the task types that the node can run; {@code X*} for all types that start with X
   * @param buckets the buckets that the node runs now
   * @param limits the values of the limits and rates of the cluster in the node's code, by name
   * @param warnings the current warnings of the node, at most {@link #MAX_WARNINGS}
   */
  public record Card(
      UUID id,
      String name,
      String version,
      NodeRole role,
      Duration lease,
      SortedSet<String> types,
      SortedSet<String> buckets,
      SortedMap<String, String> limits,
      List<NodeWarning> warnings) {
    /** Maximum number of warnings; further ones are left out. */
    public static final int MAX_WARNINGS = 10;

    /** Last character of an entry that means all types whose names begin with the rest of it. */
    public static final String ANY = "*";

    public Card {
      types = new TreeSet<>(types);
      buckets = new TreeSet<>(buckets);
      limits = new TreeMap<>(limits);
      warnings = List.copyOf(warnings.subList(0, Math.min(warnings.size(), MAX_WARNINGS)));
    }

    /** Returns whether the node can run tasks of this type. */
    public boolean runs(String type) {
      return types.contains(type)
          || types.stream()
              .filter(known -> known.endsWith(ANY))
              .anyMatch(known -> type.startsWith(known.substring(0, known.length() - 1)));
    }
  }
}
