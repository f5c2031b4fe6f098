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
 * Decides which share of the ready tasks this node reads, so that servers with the same buckets and
 * types don't all read the same ones. The fetchers use the share. The data may be seconds old;
 * overlapping or unread shares only cost time. Thread-safe.
 */
public final class PeerNodes {
  private final UUID self;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile Map<Work, Share> shares = Map.of();

  /** A type in a bucket, as servers list it. */
  private record Work(String bucket, String type) {
    static Stream<Work> of(NodeInfo.Card card) {
      return card.buckets().stream()
          .flatMap(bucket -> card.types().stream().map(type -> new Work(bucket, type)));
    }
  }

  public PeerNodes(UUID self) {
    this.self = self;
  }

  /**
   * Returns this node's share of the bucket's tasks of a type. It is the whole until other nodes
   * are known.
   */
  public Share share(String bucket, String type) {
    asked.set(true);
    return shares.getOrDefault(new Work(bucket, type), Share.WHOLE);
  }

  /**
   * Returns whether a share was read since the last call. If not, the list of nodes needn't be
   * refreshed.
   */
  boolean wasAsked() {
    return asked.getAndSet(false);
  }

  /** Divides each bucket and type among the live servers that run it, in the order of their ids. */
  void know(NodeList roster) {
    Map<Work, Integer> parts = new HashMap<>();
    Map<Work, Integer> before = new HashMap<>();
    roster.members().stream()
        .filter(PeerNodes::isServing)
        .map(member -> member.node().card())
        .forEach(
            card -> {
              Work.of(card).forEach(work -> parts.merge(work, 1, Integer::sum));
              if (card.id().compareTo(self) < 0) {
                Work.of(card).forEach(work -> before.merge(work, 1, Integer::sum));
              }
            });
    Map<Work, Share> known = new HashMap<>();
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
