package dev.baton.engine.dispatch;

/**
 * Whether other nodes claim what this one has pulled. Then the next pulls read this node's share of
 * the tasks only, so that each claim finds its rows; but every eighth reads them all: a share whose
 * node is busy or gone mustn't wait until the others have run dry. Owned by the bucket's
 * dispatcher, not thread-safe.
 */
final class Rivalry {
  private static final int LEAST_MISSED = 4;
  private static final int MISSED_SHARE = 4;
  private static final int PULLS = 256;
  private static final int WHOLE_EVERY = 8;

  private int left;

  /** So many were claimed in vain of so many that were asked for. */
  void claimed(int missed, int asked) {
    if (missed >= LEAST_MISSED && missed * MISSED_SHARE >= asked) {
      left = PULLS;
    }
  }

  /** Whether the next pull is to read a share only. */
  boolean sharesNext() {
    if (left == 0) {
      return false;
    }
    left--;
    return left % WHOLE_EVERY != 0;
  }
}
