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
 * Tells the leader about the nodes of the cluster: whether one has known a type recently, which
 * live, and which to forget. Each of the two is used by one loop.
 */
public final class Registry {
  private static final Logger LOG = LoggerFactory.getLogger(Registry.class);
  private static final Duration FORGET_EVERY = Duration.ofMinutes(10);
  private static final Duration MIN_MEMORY = Duration.ofDays(1);

  /** How a type stands with the nodes of the cluster. */
  public sealed interface Standing {
    /** Some node can run it, or nobody can tell. */
    record Known() implements Standing {}

    /**
     * No node that was heard of within the grace can run it.
     *
     * @param storeNow a moment the store's clock has reached
     * @param watched whether there was a server to notice such a node all through the grace
     */
    record Unknown(Instant storeNow, boolean watched) implements Standing {}
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
   * @param store null for a node that works alone: then every type counts as known
   */
  public Registry(NodeContext node, @Nullable ClusterStore store) {
    this.node = node;
    this.store = store;
    // There is nothing new in between the beats.
    this.freshNanos = Membership.beatEvery(node.settings()).toNanos();
    this.nextForgetNanos = node.runtime().nanoTime();
  }

  /** How the type stands; asks the store at most every few seconds, and never throws. */
  public Standing standing(String type) {
    if (node.definitions().find(type) != null) {
      return new Standing.Known();
    }
    Optional<NodeList> now = roster();
    if (now.isEmpty() || now.get().knows(type)) {
      return new Standing.Known();
    }
    Duration grace = node.settings().unknownTypeGrace();
    return new Standing.Unknown(now.get().now(), now.get().hasWatchedFor(grace));
  }

  /** The longest lease of any node that was heard of; empty while the nodes can't be listed. */
  public Optional<Duration> longestLease() {
    Duration own = node.settings().lease();
    return store == null ? Optional.of(own) : roster().map(list -> list.longestLease(own));
  }

  /**
   * Looks who lives, at most every few seconds: who is silent shows only in looks that are apart.
   */
  public void look() {
    roster();
  }

  /**
   * The lease of the node that made this owner, if that node lives.
   *
   * @param sinceNanos a node that isn't listed may have started since: only a list that was read
   *     later counts
   */
  public Optional<Duration> leaseOfLive(UUID owner, long sinceNanos) {
    if (!live.isListed(owner) && rosterNanos - sinceNanos < 0) {
      rosterNanos = 0;
    }
    roster();
    return live.leaseOf(owner, node.runtime().nanoTime());
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
            "This node can't read the list of nodes ({}): until it can, it stops no task whose"
                + " type is unknown",
            Texts.line(away.getMessage()));
      }
      return null;
    }
  }

  /** Forgets nodes that have been silent for days, now and then. */
  public void forgetTheSilent() {
    long now = node.runtime().nanoTime();
    if (store != null && now - nextForgetNanos >= 0) {
      Duration twice = node.settings().unknownTypeGrace().multipliedBy(2);
      int gone = store.forget(twice.compareTo(MIN_MEMORY) > 0 ? twice : MIN_MEMORY);
      nextForgetNanos = now + FORGET_EVERY.toNanos();
      if (gone > 0) {
        LOG.info("Removed {} nodes from the list: they had been silent for long", gone);
      }
    }
  }
}
