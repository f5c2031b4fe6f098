package dev.baton.engine.dispatch;

import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Flow;
import java.util.function.Function;

/**
 * Whether other nodes claim what this one has pulled. Then the next pulls read this node's share of
 * the tasks only, so that each claim finds its rows; but now and then one reads them all: a share
 * whose node is busy or gone mustn't wait until the others have run dry. That is each eighth pull,
 * and more seldom while the others are seen to come for theirs. Who hasn't met any for 256 pulls
 * and looks is alone again. Owned by the bucket's dispatcher, not thread-safe.
 */
final class Rivalry {
  private static final int LEAST_MISSED = 4;
  private static final int MISSED_SHARE = 4;
  private static final int READINGS = 256;
  private static final int WHOLE_EVERY = 8;
  private static final int WHOLE_EVERY_AT_MOST = 64;

  private final Function<Flow, Share> share;
  private int left;
  private int sinceWhole;
  private int wholeEvery = WHOLE_EVERY;
  private boolean collided;
  private boolean beaten;

  /**
   * @param share this node's part of the tasks of such flows
   */
  Rivalry(Function<Flow, Share> share) {
    this.share = share;
  }

  Share share(Flow flow) {
    return share.apply(flow);
  }

  /** So many were claimed in vain of so many that were asked for. */
  void claimed(int missed, int asked) {
    beaten = missed >= LEAST_MISSED && missed * MISSED_SHARE >= asked;
    if (beaten) {
      collided = left > 0;
      left = READINGS;
    }
  }

  /** Whether others have lately claimed what this node had read. */
  boolean isUnderWay() {
    return left > 0;
  }

  /** Whether the last claim came too late: others come for what was read. */
  boolean isBeaten() {
    return beaten;
  }

  /** Whether the flows that the next look saw are to be divided. */
  boolean dividesNext() {
    boolean divides = left > 0;
    left = Math.max(0, left - 1);
    return divides;
  }

  /** Whether the next pull is to read a share only. */
  boolean sharesNext() {
    if (left == 0) {
      return false;
    }
    left--;
    if (++sinceWhole < wholeEvery) {
      return true;
    }
    sinceWhole = 0;
    wholeEvery = collided ? Math.min(2 * wholeEvery, WHOLE_EVERY_AT_MOST) : WHOLE_EVERY;
    collided = false;
    return false;
  }
}
