package dev.baton.engine.cluster;

import dev.baton.cluster.NodeRole;
import dev.baton.engine.base.Definitions;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.spi.ClusterStore;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The identity of this node in its cluster: its role, name and version.
 *
 * @param store the store that lists the nodes; null for a node without a cluster
 * @param name the name that operators see
 * @param version the version of Baton
 */
public record NodeIdentity(
    @Nullable ClusterStore store, NodeRole role, String name, String version) {

  private static final int LONGEST_NAME = 200;

  public NodeIdentity {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "A node's name has 1-" + LONGEST_NAME + " characters. '" + name + "' doesn't");
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw new IllegalArgumentException(
            "A node's name must not contain control characters. Character " + i + " is one");
      }
    }
  }

  /**
   * Returns the data that this node publishes about itself. A client runs nothing, so it lists no
   * types.
   */
  NodeInfo.Card card(
      UUID id,
      Duration lease,
      Definitions definitions,
      SortedSet<String> runningBuckets,
      List<NodeWarning> warnings) {
    TreeSet<String> types = new TreeSet<>();
    TreeMap<String, String> limits = new TreeMap<>();
    if (runs()) {
      types.addAll(definitions.names());
      definitions
          .clusterLimits()
          .forEach((target, number) -> limits.put(target.toString(), number.words()));
    }
    return new NodeInfo.Card(
        id, name, version, role, lease, types, runningBuckets, limits, warnings);
  }

  /** Returns whether this node runs tasks. */
  public boolean runs() {
    return role == NodeRole.SERVER;
  }
}
