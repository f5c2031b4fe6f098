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
 * The nodes that are live: their heartbeat has changed recently, measured on this node's monotonic
 * clock. So a node doesn't count as silent because the store's clock jumps. Not thread-safe.
 */
final class LiveNodes {
  /**
   * A node is live for three heartbeat intervals: one heartbeat may be lost, and each list may be
   * read just before the next heartbeat.
   */
  private static final long SILENT_AFTER_NANOS = Membership.BEAT_EVERY.multipliedBy(3).toNanos();

  private final Map<Long, Beat> beats = new HashMap<>();

  /** The last heartbeat of a node, and when this node first saw it. */
  private record Beat(Instant heardAt, long seenNanos, Duration lease) {}

  /**
   * Records the nodes that the store has returned.
   *
   * @param nowNanos {@code nanoTime} at which the list was requested
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

  /** Returns whether the node that this owner belongs to is listed and hasn't stopped. */
  boolean isListed(UUID owner) {
    return beats.containsKey(startOf(owner));
  }

  /** If the node that this owner belongs to is live, returns the length of its leases. */
  Optional<Duration> leaseOf(UUID owner, long nowNanos) {
    Beat beat = beats.get(startOf(owner));
    return beat == null || nowNanos - beat.seenNanos() > SILENT_AFTER_NANOS
        ? Optional.empty()
        : Optional.of(beat.lease());
  }

  /**
   * Returns the half that all owners of one start of a node share. The id of the node contains this
   * half, too.
   */
  private static long startOf(UUID owner) {
    return owner.getMostSignificantBits();
  }
}
