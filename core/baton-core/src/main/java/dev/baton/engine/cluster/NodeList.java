package dev.baton.engine.cluster;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The nodes as the store listed them at one moment. The store's clock has reached at least the
 * latest heartbeat of any node. This class only computes, and does no I/O.
 */
final class NodeList {
  /**
   * A node is silent after several heartbeat intervals without a heartbeat, because a single one
   * may be lost or late.
   */
  static final Duration SILENT_AFTER = Membership.BEAT_EVERY.multipliedBy(4);

  /**
   * Longest gap between the end of a server and the start of the next one that still counts as a
   * restart.
   */
  private static final Duration RESTART = Duration.ofMinutes(1);

  private static final int GAP_SHARE = 10;

  private final List<NodeInfo> nodes;
  private final Instant now;

  NodeList(List<NodeInfo> nodes) {
    this(nodes, null);
  }

  /**
   * @param storeNow the time of the store's clock; null if it is unknown. If it is unknown and no
   *     node can write its heartbeat, no node counts as silent
   */
  NodeList(List<NodeInfo> nodes, @Nullable Instant storeNow) {
    this.nodes = List.copyOf(nodes);
    Instant heard =
        nodes.stream().map(NodeInfo::heardAt).max(Instant::compareTo).orElse(Instant.MIN);
    this.now = storeNow != null && storeNow.isAfter(heard) ? storeNow : heard;
  }

  /** Returns a time that the store's clock has already reached. */
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

  /** Returns the name of the node that this owner belongs to; empty if the node isn't listed. */
  Optional<String> nameOf(UUID owner) {
    // The high half of an owner identifies one start of a node.
    return nodes.stream()
        .map(NodeInfo::card)
        .filter(card -> card.id().getMostSignificantBits() == owner.getMostSignificantBits())
        .map(NodeInfo.Card::name)
        .findFirst();
  }

  /**
   * Returns whether any listed server can run tasks of this type, even if it is dead or has
   * stopped.
   */
  boolean knows(String type) {
    return nodes.stream()
        .filter(node -> node.card().role() == NodeRole.SERVER)
        .anyMatch(node -> node.card().runs(type));
  }

  /** Returns the longest lease of the listed nodes and of this node. */
  Duration longestLease(Duration own) {
    return nodes.stream().map(one -> one.card().lease()).reduce(own, NodeList::longer);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /**
   * Returns whether a server was running at every moment of the last {@code period}. Otherwise no
   * server may have seen some nodes, and the list can't prove that no node knows a type.
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
