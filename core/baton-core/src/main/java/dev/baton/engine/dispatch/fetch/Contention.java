package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.dispatch.fetch.FlowScanner.ScannedFlow;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Shares the ready tasks while other nodes claim what this one has read: it then fetches this
 * node's share only, so that each claim finds its rows. Now and then a fetch reads everything,
 * since the share of a node that is busy or gone mustn't wait until the others have nothing to do:
 * each eighth, and fewer while the other nodes are seen to claim their own. It begins with a
 * collision and is over 256 fetches and scans after the last one. Owned by the bucket's dispatcher,
 * not thread-safe.
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
   * @param share this node's share of the tasks of such flows
   */
  Contention(Function<Flow, Share> share) {
    this.share = share;
  }

  /**
   * Whether other nodes claim what this one has read: a claim that asked for so many tasks missed
   * so many of them.
   */
  static boolean isCollision(int asked, int missed) {
    return missed >= MIN_MISSED && missed * MISSED_SHARE >= asked;
  }

  /** A claim that asked for so many tasks missed so many of them. */
  void claimed(int asked, int missed) {
    beaten = isCollision(asked, missed);
    if (beaten) {
      collided = true;
      left = MAX_READINGS;
    }
  }

  /** Whether this node reads everything again. */
  boolean isOver() {
    return left == 0;
  }

  /** Which share of each flow the next fetch reads. */
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
   * The last fetch read no more than shares, and found little. Other nodes mostly claim what they
   * have read within a moment: where they have just been quicker their shares are left alone, until
   * a scan sees what is left of them.
   *
   * @return whether the next fetch reads the other nodes' shares as well
   */
  boolean helpsOthers() {
    helps = !beaten;
    return helps;
  }

  /**
   * Which flows that scans have just seen this node takes in: beside other nodes the short ones
   * that are its own, and what is more urgent than its next candidate. Of long ones each node
   * fetches its share.
   *
   * @param helps whether it takes in what is for others too
   */
  Predicate<ScannedFlow> nextScan(boolean helps, @Nullable Candidate next) {
    left--;
    return seen ->
        helps
            || (next != null && seen.head().priority() < next.priority())
            || (!seen.hasMore() && owns(seen.head().flow()));
  }

  /** Each short flow is of one node. */
  private boolean owns(Flow flow) {
    Share own = share.apply(flow);
    int hash = 31 * flow.type().hashCode() + flow.key().hashCode();
    return Math.floorMod(hash ^ hash >>> 16, own.parts()) == own.part();
  }
}
