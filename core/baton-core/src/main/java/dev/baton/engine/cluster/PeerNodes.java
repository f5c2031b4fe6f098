package dev.baton.engine.cluster;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.spi.core.ReadyTasks.Share;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Decides which share of the ready tasks this node fetches. Otherwise all servers with the same
 * buckets and types would fetch the same tasks. The fetchers use the share. The list of nodes may
 * be seconds old. If shares then overlap, or some are read by no node, this only costs time.
 * Thread-safe.
 */
public final class PeerNodes {
  private final UUID self;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile Map<ServedType, Share> shares = Map.of();

  /** A type in a bucket that a server runs. */
  private record ServedType(String bucket, String type) {
    static Stream<ServedType> of(NodeInfo.Card card) {
      return card.buckets().stream()
          .flatMap(bucket -> card.types().stream().map(type -> new ServedType(bucket, type)));
    }
  }

  public PeerNodes(UUID self) {
    this.self = self;
  }

  /**
   * Returns this node's share of the bucket's tasks of a type. Until other nodes are known, this is
   * all tasks.
   */
  public Share share(String bucket, String type) {
    asked.set(true);
    return shares.getOrDefault(new ServedType(bucket, type), Share.WHOLE);
  }

  /**
   * Returns whether {@link #share} was called since the last call of this method. If not, the list
   * of nodes needn't be read again.
   */
  boolean wasAsked() {
    return asked.getAndSet(false);
  }

  /**
   * Divides the tasks of each bucket and type among the live servers that run it, in the order of
   * the servers' ids.
   */
  void know(NodeList roster) {
    Map<ServedType, Integer> parts = new HashMap<>();
    Map<ServedType, Integer> before = new HashMap<>();
    roster.members().stream()
        .filter(PeerNodes::isServing)
        .map(member -> member.node().card())
        .forEach(
            card -> {
              ServedType.of(card).forEach(work -> parts.merge(work, 1, Integer::sum));
              if (card.id().compareTo(self) < 0) {
                ServedType.of(card).forEach(work -> before.merge(work, 1, Integer::sum));
              }
            });
    Map<ServedType, Share> known = new HashMap<>();
    parts.forEach(
        (work, all) -> {
          int most = Math.min(all, Share.MAX_PARTS);
          known.put(work, new Share(before.getOrDefault(work, 0) % most, most));
        });
    shares = known;
  }

  private static boolean isServing(Member member) {
    return member.presence() == Presence.LIVE && member.node().card().role() == NodeRole.SERVER;
  }
}
