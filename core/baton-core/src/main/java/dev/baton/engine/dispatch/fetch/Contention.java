package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.dispatch.fetch.FlowScanner.ScannedFlow;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Divides the ready tasks among the nodes while other nodes claim what this one has read. This node
 * then fetches only its share, so that its claims find their rows. Every eighth fetch reads
 * everything, because the share of a busy or dead node must not wait until the others are idle.
 * Such fetches become rarer, down to every 64th, while the other nodes claim their own share.
 * Contention begins with a collision and ends after 256 fetches and scans without one. Owned by the
 * bucket's dispatcher, not thread-safe.
 */
final class Contention {
  private static final int MIN_MISSED = 4;
  private static final int MISSED_SHARE = 4;
  private static final int MAX_READINGS = 256;
  private static final int WHOLE_EVERY = 8;
  private static final int MAX_WHOLE_EVERY = 64;

  private final Function<Flow, Share> share;
  private int left = MAX_READINGS;
  private int sinceWhole;
  private int wholeEvery = WHOLE_EVERY;
  private boolean collided;
  private boolean beaten = true;
  private boolean helps;

  /**
   * @param share this node's share of the tasks of a flow
   */
  Contention(Function<Flow, Share> share) {
    this.share = share;
  }

  /**
   * Returns whether other nodes claim what this one has read.
   *
   * @param asked number of tasks in a claim
   * @param missed number of those that could no longer be claimed
   */
  static boolean isCollision(int asked, int missed) {
    return missed >= MIN_MISSED && missed * MISSED_SHARE >= asked;
  }

  /** Records the result of a claim: the number of tasks in it, and how many of them it missed. */
  void claimed(int asked, int missed) {
    beaten = isCollision(asked, missed);
    if (beaten) {
      collided = true;
      left = MAX_READINGS;
    }
  }

  /** Returns whether this node reads everything again. */
  boolean isOver() {
    return left == 0;
  }

  /** Returns which share of each flow the next fetch reads. */
  Function<Flow, Share> nextFetch() {
    return sharesNext() ? share : flow -> Share.WHOLE;
  }

  private boolean sharesNext() {
    if (helps) {
      helps = false;
      return false;
    }
    left--;
    if (++sinceWhole < wholeEvery) {
      return true;
    }
    sinceWhole = 0;
    wholeEvery = collided ? Math.min(2 * wholeEvery, MAX_WHOLE_EVERY) : WHOLE_EVERY;
    collided = false;
    return false;
  }

  /**
   * Decides what to read after a fetch of shares that found little. Other nodes usually claim what
   * they have read at once. So if they were just faster than this node, it leaves their shares
   * alone until a scan sees what is left of them.
   *
   * @return whether the next fetch also reads the other nodes' shares
   */
  boolean helpsOthers() {
    helps = !beaten;
    return helps;
  }

  /**
   * Returns which flows of a scan this node takes in: the short flows that belong to it, and those
   * more urgent than its next candidate. Of long flows, each node fetches its share.
   *
   * @param helps whether it also takes in flows that belong to other nodes
   */
  Predicate<ScannedFlow> nextScan(boolean helps, @Nullable Candidate next) {
    left--;
    return seen ->
        helps
            || (next != null && seen.head().priority() < next.priority())
            || (!seen.hasMore() && owns(seen.head().flow()));
  }

  /** Returns whether this node owns the flow. Each short flow belongs to one node. */
  private boolean owns(Flow flow) {
    Share own = share.apply(flow);
    int hash = 31 * flow.type().hashCode() + flow.key().hashCode();
    return Math.floorMod(hash ^ hash >>> 16, own.parts()) == own.part();
  }
}
