package dev.baton.engine.cluster;

import dev.baton.operate.cluster.NodeInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The nodes whose heartbeat has changed recently, measured by this node's monotonic clock. So a
 * jump of the store's clock makes no node silent. Not thread-safe.
 */
final class LiveNodes {
  /** Three beats: one may be lost, and each list may be read just before the next beat. */
  private static final long SILENT_AFTER_NANOS = Membership.BEAT_EVERY.multipliedBy(3).toNanos();

  private final Map<Long, Beat> beats = new HashMap<>();

  /** The last beat of a node, and when this node first saw it. */
  private record Beat(Instant heardAt, long seenNanos, Duration lease) {}

  /**
   * Records the nodes that the store lists.
   *
   * @param nowNanos when the list was requested
   */
  void see(List<NodeInfo> nodes, long nowNanos) {
    Map<Long, Beat> last = Map.copyOf(beats);
    beats.clear();
    for (NodeInfo node : nodes) {
      if (node.leftAt() == null) {
        long start = startOf(node.card().id());
        Beat before = last.get(start);
        long seen = nowNanos;
        if (before != null && before.heardAt().equals(node.heardAt())) {
          seen = before.seenNanos();
        }
        beats.put(start, new Beat(node.heardAt(), seen, node.card().lease()));
      }
    }
  }

  /** Returns whether the node that made this owner was listed and hadn't left. */
  boolean isListed(UUID owner) {
    return beats.containsKey(startOf(owner));
  }

  /** Returns the lease of the node that made this owner, if that node is live. */
  Optional<Duration> leaseOf(UUID owner, long nowNanos) {
    Beat beat = beats.get(startOf(owner));
    return beat == null || nowNanos - beat.seenNanos() > SILENT_AFTER_NANOS
        ? Optional.empty()
        : Optional.of(beat.lease());
  }

  /**
   * Returns the part that all owners of one start of a node share. A node's id is such an owner.
   */
  private static long startOf(UUID owner) {
    return owner.getMostSignificantBits();
  }
}
