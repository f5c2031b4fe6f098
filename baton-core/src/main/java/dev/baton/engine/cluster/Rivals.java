package dev.baton.engine.cluster;

import dev.baton.api.Cluster.Member;
import dev.baton.api.Cluster.Presence;
import dev.baton.api.NodeRole;
import dev.baton.spi.TaskStore.Share;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The servers that run the same buckets as this node: which share of the ready tasks it reads where
 * they would all read the same ones. What is known may be seconds old; shares that overlap, or a
 * share that nobody reads, cost time and nothing else. Thread-safe.
 */
public final class Rivals {
  private final UUID self;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile Map<String, Share> shares = Map.of();

  public Rivals(UUID self) {
    this.self = self;
  }

  /** This node's share of the bucket's tasks; the whole until others are known of. */
  public Share share(String bucket) {
    asked.set(true);
    return shares.getOrDefault(bucket, Share.WHOLE);
  }

  /** Whether anybody asked since the last call: who never does needn't be kept informed. */
  boolean wasAsked() {
    return asked.getAndSet(false);
  }

  /** Each bucket's servers take its parts in the order of their ids. */
  void know(Roster roster) {
    Map<String, Integer> parts = new HashMap<>();
    Map<String, Integer> before = new HashMap<>();
    roster.members().stream()
        .filter(Rivals::isServing)
        .map(member -> member.node().card())
        .forEach(
            card -> {
              card.buckets().forEach(bucket -> parts.merge(bucket, 1, Integer::sum));
              if (card.id().compareTo(self) < 0) {
                card.buckets().forEach(bucket -> before.merge(bucket, 1, Integer::sum));
              }
            });
    Map<String, Share> known = new HashMap<>();
    parts.forEach(
        (bucket, all) -> {
          int most = Math.min(all, Share.MOST);
          known.put(bucket, new Share(before.getOrDefault(bucket, 0) % most, most));
        });
    shares = known;
  }

  private static boolean isServing(Member member) {
    return member.presence() == Presence.LIVE && member.node().card().role() == NodeRole.SERVER;
  }
}
