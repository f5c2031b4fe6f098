package dev.baton.engine.dispatch;

/**
 * Whether other nodes claim what this one has pulled. Then the next pulls read this node's share of
 * the tasks only, so that each claim finds its rows; but now and then one reads them all: a share
 * whose node is busy or gone mustn't wait until the others have run dry. That is each eighth pull,
 * and more seldom while the others are seen to come for theirs. Owned by the bucket's dispatcher,
 * not thread-safe.
 */
final class Rivalry {
  private static final int LEAST_MISSED = 4;
  private static final int MISSED_SHARE = 4;
  private static final int PULLS = 256;
  private static final int WHOLE_EVERY = 8;
  private static final int WHOLE_EVERY_AT_MOST = 64;

  private int left;
  private int sinceWhole;
  private int wholeEvery = WHOLE_EVERY;
  private boolean collided;

  /** So many were claimed in vain of so many that were asked for. */
  void claimed(int missed, int asked) {
    if (missed >= LEAST_MISSED && missed * MISSED_SHARE >= asked) {
      collided = left > 0;
      left = PULLS;
    }
  }

  /** Whether others have lately claimed what this node had read. */
  boolean isUnderWay() {
    return left > 0;
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
