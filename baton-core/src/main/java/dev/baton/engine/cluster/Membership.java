package dev.baton.engine.cluster;

import dev.baton.api.NodeInfo;
import dev.baton.api.NodeSettings;
import dev.baton.api.Paused;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.spi.ClusterStore;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node known to the others, and keeps it informed of what is paused. While the store is
 * away, the pauses that were last read stay in force.
 */
public final class Membership {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

  /** How often a node says that it is there, or oftener: several times in a short grace. */
  static final Duration BEAT_EVERY = Duration.ofSeconds(5);

  /** How often pauses are read: a change is in force everywhere well within a second. */
  private static final Duration READ_EVERY = Duration.ofMillis(400);

  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  private final NodeContext node;
  private final ClusterStore store;
  private final Supplier<NodeInfo.Card> card;
  private final Loop loop;
  private long nextBeatNanos;

  /**
   * @param card what this node says of itself, asked for every beat
   */
  public Membership(NodeContext node, ClusterStore store, Supplier<NodeInfo.Card> card) {
    this.node = node;
    this.store = store;
    this.card = card;
    this.loop = new Loop("cluster", node.runtime(), node.events(), LONGEST_WAIT, this::round);
    this.nextBeatNanos = node.runtime().nanoTime();
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Learns what is paused, before anything is claimed. When the store is away, nothing is claimed
   * until it could be read.
   */
  public void learn() {
    try {
      readPauses();
    } catch (RuntimeException away) {
      LOG.warn(
          "What is paused can't be read ({}): this node starts no task until it could be; tried"
              + " again twice a second",
          away.getMessage());
    }
  }

  /** Makes this node known, if the store is there; otherwise the loop does it. */
  public void enter() {
    try {
      beat();
    } catch (RuntimeException away) {
      LOG.info("This node can't be listed yet ({}); tried again", away.getMessage());
    }
  }

  /** Tells the others that this node ends. Called when the loop has ended. */
  public void leave() {
    try {
      store.leave(node.owners().node());
    } catch (RuntimeException away) {
      LOG.info("This node's end can't be noted ({}); others see it go silent", away.getMessage());
    }
  }

  private Duration round() {
    readPauses();
    if (node.runtime().nanoTime() - nextBeatNanos >= 0) {
      beat();
    }
    Duration untilBeat = Duration.ofNanos(nextBeatNanos - node.runtime().nanoTime());
    return untilBeat.compareTo(READ_EVERY) < 0 && !untilBeat.isNegative() ? untilBeat : READ_EVERY;
  }

  private void beat() {
    store.beat(card.get());
    nextBeatNanos = node.runtime().nanoTime() + beatEvery(node.settings()).toNanos();
  }

  /** How often a node with these settings says that it is there. */
  static Duration beatEvery(NodeSettings settings) {
    Duration quarter = settings.unknownTypeGrace().dividedBy(4);
    return quarter.compareTo(BEAT_EVERY) < 0 ? quarter : BEAT_EVERY;
  }

  private void readPauses() {
    node.pauses().reading();
    List<Paused> found = store.pauses();
    node.pauses().read(found.stream().map(Paused::pause).toList());
  }
}
