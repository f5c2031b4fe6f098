package dev.baton.engine.cluster;

import dev.baton.cluster.Cluster.Member;
import dev.baton.cluster.Cluster.Presence;
import dev.baton.cluster.NodeInfo;
import dev.baton.cluster.NodeRole;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The nodes as the store told them at one moment, and what follows from it. Pure: the time is the
 * latest that any of them was heard at, which the store's clock has surely reached.
 */
final class NodeList {
  /** Several beats: one that was lost or late makes no node silent. */
  static final Duration SILENT_AFTER = Membership.BEAT_EVERY.multipliedBy(4);

  /** Between the end of one server and the start of the next: a restart is no gap in knowledge. */
  private static final Duration RESTART = Duration.ofMinutes(1);

  private static final int GAP_SHARE = 10;

  private final List<NodeInfo> nodes;
  private final Instant now;

  NodeList(List<NodeInfo> nodes) {
    this.nodes = List.copyOf(nodes);
    this.now = nodes.stream().map(NodeInfo::heardAt).max(Instant::compareTo).orElse(Instant.MIN);
  }

  /** A moment that the store's clock has reached. */
  Instant now() {
    return now;
  }

  List<NodeInfo> nodes() {
    return nodes;
  }

  List<Member> members() {
    return nodes.stream().map(node -> new Member(node, presence(node))).toList();
  }

  private Presence presence(NodeInfo node) {
    if (node.leftAt() != null) {
      return Presence.LEFT;
    }
    boolean silent = node.heardAt().plus(SILENT_AFTER).isBefore(now);
    return silent ? Presence.SILENT : Presence.LIVE;
  }

  /** Whether one of the servers, dead and ended ones included, can run tasks of this type. */
  boolean knows(String type) {
    return nodes.stream()
        .filter(node -> node.card().role() == NodeRole.SERVER)
        .anyMatch(node -> node.card().runs(type));
  }

  /** The longest of the nodes' leases and this one. */
  Duration longestLease(Duration own) {
    return nodes.stream().map(one -> one.card().lease()).reduce(own, NodeList::longer);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /**
   * Whether some server was there all through the last {@code period}. If not, nodes may have run
   * that nobody noted, or none at all, and nothing follows from a type that isn't known.
   */
  boolean hasWatchedFor(Duration period) {
    Duration share = period.dividedBy(GAP_SHARE);
    Duration gap = share.compareTo(RESTART) < 0 ? share : RESTART;
    List<NodeInfo> servers =
        nodes.stream()
            .filter(node -> node.card().role() == NodeRole.SERVER)
            .sorted(Comparator.comparing(NodeInfo::startedAt))
            .toList();
    if (servers.isEmpty() || servers.get(0).startedAt().plus(period).isAfter(now)) {
      return false;
    }
    Instant covered = servers.get(0).heardAt();
    for (NodeInfo node : servers) {
      if (node.startedAt().isAfter(covered.plus(gap))) {
        return false;
      }
      covered = covered.isAfter(node.heardAt()) ? covered : node.heardAt();
    }
    return !covered.plus(SILENT_AFTER).isBefore(now);
  }
}
