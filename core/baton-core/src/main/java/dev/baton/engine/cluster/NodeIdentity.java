package dev.baton.engine.cluster;

import dev.baton.cluster.NodeInfo;
import dev.baton.cluster.NodeRole;
import dev.baton.engine.base.Definitions;
import dev.baton.spi.ClusterStore;
import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node's place in its cluster.
 *
 * @param store where nodes learn of each other; null for a node that works alone
 * @param name for people
 * @param version of Baton
 */
public record NodeIdentity(
    @Nullable ClusterStore store, NodeRole role, String name, String version) {

  private static final int LONGEST_NAME = 200;

  public NodeIdentity {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "A node's name has 1-" + LONGEST_NAME + " characters; '" + name + "' hasn't");
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw new IllegalArgumentException(
            "A node's name has no control characters; character " + i + " of it is one");
      }
    }
  }

  /** What a node says of itself: a client runs nothing, so it says that it knows nothing. */
  NodeInfo.Card card(
      UUID id, Duration lease, Definitions definitions, SortedSet<String> runningBuckets) {
    TreeSet<String> types = new TreeSet<>();
    TreeMap<String, String> limits = new TreeMap<>();
    if (runs()) {
      types.addAll(definitions.names());
      definitions
          .clusterLimits()
          .forEach((target, number) -> limits.put(target.toString(), number.words()));
    }
    return new NodeInfo.Card(id, name, version, role, lease, types, runningBuckets, limits);
  }

  /** Whether this node runs tasks. */
  public boolean runs() {
    return role == NodeRole.SERVER;
  }
}
