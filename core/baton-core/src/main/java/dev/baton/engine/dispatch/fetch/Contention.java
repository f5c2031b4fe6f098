package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.dispatch.fetch.FlowScanner.ScannedFlow;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Divides the ready tasks among the nodes while several nodes try to claim the same tasks. This
 * node then fetches only its share, so that it rarely tries to claim a task that another node has
 * claimed. Every eighth fetch reads the tasks of all nodes, because a busy or dead node may not
 * claim its share. While the other nodes claim their shares, such fetches become rarer, down to
 * every 64th. Contention begins when a claim misses many of its tasks. It ends after 256 fetches
 * and scans without such a claim. Only the bucket's dispatcher uses it; not thread-safe.
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
   * @param share returns this node's share of the tasks of a flow
   */
  Contention(Function<Flow, Share> share) {
    this.share = share;
  }

  /**
   * Returns whether so many tasks of a claim were missed that other nodes must be claiming the same
   * tasks.
   *
   * @param asked number of tasks in a claim
   * @param missed number of them that could no longer be claimed
   */
  static boolean isCollision(int asked, int missed) {
    return missed >= MIN_MISSED && missed * MISSED_SHARE >= asked;
  }

  /** Records the result of a claim. */
  void claimed(int asked, int missed) {
    beaten = isCollision(asked, missed);
    if (beaten) {
      collided = true;
      left = MAX_READINGS;
    }
  }

  /** Returns whether contention has ended, so that this node reads all tasks again. */
  boolean isOver() {
    return left == 0;
  }

  /** Returns a function from each flow to the share of it that the next fetch reads. */
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
   * Decides what to read after a fetch that found little in this node's shares. Other nodes usually
   * claim what they have read at once. So if another node was faster at the last claim, this node
   * leaves the other shares alone until a scan shows what is left of them.
   *
   * @return true if the next fetch also reads the shares of other nodes
   */
  boolean helpsOthers() {
    helps = !beaten;
    return helps;
  }

  /**
   * Returns which flows of a scan this node takes: short flows that belong to it, and flows that
   * are more urgent than its next candidate. Long flows aren't taken, because each node fetches its
   * share of them.
   *
   * @param helps true to also take flows that belong to other nodes
   */
  Predicate<ScannedFlow> nextScan(boolean helps, @Nullable Candidate next) {
    left--;
    return seen ->
        helps
            || (next != null && seen.head().priority() < next.priority())
            || (!seen.hasMore() && owns(seen.head().flow()));
  }

  /**
   * Returns whether a short flow belongs to this node. A hash assigns each short flow to one node.
   */
  private boolean owns(Flow flow) {
    Share own = share.apply(flow);
    int hash = 31 * flow.type().hashCode() + flow.key().hashCode();
    return Math.floorMod(hash ^ hash >>> 16, own.parts()) == own.part();
  }
}
