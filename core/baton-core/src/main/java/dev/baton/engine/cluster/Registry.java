package dev.baton.engine.cluster;

import dev.baton.engine.base.NodeContext;
import dev.baton.spi.ClusterStore;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides the list of nodes to the sweeper and the pruner: whether a node has recently known a
 * type, which nodes are live, and which ones to remove from the list. The sweeper's loop reads the
 * list. The pruner's loop removes silent nodes. The two share no state.
 */
public final class Registry {
  private static final Logger LOG = LoggerFactory.getLogger(Registry.class);
  private static final Duration FORGET_EVERY = Duration.ofMinutes(10);
  private static final Duration MIN_MEMORY = Duration.ofDays(1);

  /** Says whether any node of the cluster knows a type. */
  public sealed interface TypeKnowledge {
    /** A node can run the type, or it is unknown which nodes exist. */
    record Known() implements TypeKnowledge {}

    /**
     * No node with a heartbeat within the grace can run the type.
     *
     * @param storeNow a time that the store's clock has already reached
     * @param watched true if a server was running at every moment of the grace, so that it would
     *     have seen a node with the type
     */
    record Unknown(Instant storeNow, boolean watched) implements TypeKnowledge {}
  }

  private final NodeContext node;
  private final @Nullable ClusterStore store;
  private final LiveNodes live = new LiveNodes();
  private @Nullable NodeList roster;
  private long rosterNanos;
  private boolean failed;
  private final long freshNanos;
  private long nextForgetNanos;

  /**
   * @param store null for a node without a cluster; then every type counts as known
   */
  public Registry(NodeContext node, @Nullable ClusterStore store) {
    this.node = node;
    this.store = store;
    // The list changes only with heartbeats, so reading it more often is useless.
    this.freshNanos = Membership.beatEvery(node.settings()).toNanos();
    this.nextForgetNanos = node.runtime().nanoTime();
  }

  /**
   * Returns whether any node knows the type. It reads the store only every few seconds, and never
   * throws.
   */
  public TypeKnowledge standing(String type) {
    if (node.definitions().find(type) != null) {
      return new TypeKnowledge.Known();
    }
    Optional<NodeList> now = roster();
    if (now.isEmpty() || now.get().knows(type)) {
      return new TypeKnowledge.Known();
    }
    Duration grace = node.settings().unknownTypeGrace();
    return new TypeKnowledge.Unknown(now.get().now(), now.get().hasWatchedFor(grace));
  }

  /** Returns the longest lease of all listed nodes; empty if the list can't be read. */
  public Optional<Duration> longestLease() {
    Duration own = node.settings().lease();
    return store == null ? Optional.of(own) : roster().map(list -> list.longestLease(own));
  }

  /**
   * Reads the list of nodes, at most every few seconds. A node can be recognized as silent only
   * after several reads.
   */
  public void look() {
    roster();
  }

  /**
   * If the node that this owner belongs to is live, returns the length of its leases.
   *
   * @param sinceNanos if the node isn't listed, only a list that was read after this {@code
   *     nanoTime} counts, because the node may have just started
   */
  public Optional<Duration> leaseOfLive(UUID owner, long sinceNanos) {
    if (!live.isListed(owner) && rosterNanos - sinceNanos < 0) {
      rosterNanos = 0;
    }
    roster();
    return live.leaseOf(owner, node.runtime().nanoTime());
  }

  /** Returns the name of the node that this owner belongs to; its id if the node isn't listed. */
  public String nameOf(UUID owner) {
    return roster().flatMap(list -> list.nameOf(owner)).orElse("with the id " + owner);
  }

  private Optional<NodeList> roster() {
    if (store == null) {
      return Optional.empty();
    }
    long now = node.runtime().nanoTime();
    if (rosterNanos == 0 || now - rosterNanos >= freshNanos) {
      roster = read(store);
      if (roster != null) {
        live.see(roster.nodes(), now);
      }
      rosterNanos = now == 0 ? 1 : now;
    }
    return Optional.ofNullable(roster);
  }

  private @Nullable NodeList read(ClusterStore from) {
    try {
      NodeList read = new NodeList(from.nodes(node.settings().unknownTypeGrace()));
      failed = false;
      return read;
    } catch (RuntimeException away) {
      if (!failed) {
        failed = true;
        LOG.info(
            "This node can't read the list of nodes ({}). Until it can, it stops no task whose type"
                + " is unknown",
            Texts.line(away.getMessage()));
      }
      return null;
    }
  }

  /** Every ten minutes, removes nodes from the list that have been silent for at least a day. */
  public void forgetTheSilent() {
    long now = node.runtime().nanoTime();
    if (store != null && now - nextForgetNanos >= 0) {
      Duration twice = node.settings().unknownTypeGrace().multipliedBy(2);
      int gone = store.forget(twice.compareTo(MIN_MEMORY) > 0 ? twice : MIN_MEMORY);
      nextForgetNanos = now + FORGET_EVERY.toNanos();
      if (gone > 0) {
        LOG.info("Removed {} nodes from the list because they were silent for a long time", gone);
      }
    }
  }
}
