package dev.baton.zookeeper;

import java.time.Duration;

/**
 * The node's permits for one key: how many are granted, how many of them are in use, how many it
 * still queues for, and how many other nodes wait. Bookings use these counts, without I/O. The
 * limit's keeper thread updates the counts from ZooKeeper's responses, and sends the requests of
 * this class. Thread-safe.
 *
 * <pre>
 * queued ──granted──▶ free ◀──▶ in use          a use that ends while others wait
 *    │                  │          └───────────────────┐ goes back without being free
 *    └──no demand───────┴──unused for a while──▶ going back ──deleted──▶ gone
 * </pre>
 */
final class Permits {
  /**
   * Time for which one refusal counts as demand; the dispatcher asks again well within this time.
   */
  private static final Duration HUNGER = Duration.ofSeconds(1);

  /**
   * Time for which a free permit is kept although others wait: the dispatcher needs time to fetch
   * it.
   */
  private static final Duration KEPT_FROM_OTHERS = Duration.ofMillis(500);

  /**
   * Period in which each waiting node gets one permit. Handing a permit over after each short task
   * would leave it unused for most of the time.
   */
  private static final Duration TURN = Duration.ofMillis(200);

  /** Time for which a free permit is kept if no other node waits for it. */
  private static final Duration KEPT = Duration.ofSeconds(3);

  /** Maximum age of the queue's state while this node waits in it, in case its watcher was lost. */
  private static final Duration NEWS = Duration.ofSeconds(1);

  private final String key;
  private final int limit;

  private int granted;
  private int queued;
  private int others;
  private int total;
  private int inUse;
  private int goingBack;
  private boolean known;
  private boolean wasRefused;
  private long refusedNanos;
  private long windowNanos;
  private long toldNanos;
  private long turnNanos;
  private int givenInTurn;

  /**
   * The smallest number of permits that were free at the same time during the window. The node
   * doesn't need these permits.
   */
  private int leastFree;

  /** The counts in ZooKeeper. */
  record Told(int granted, int queued, int others, int total) {}

  /**
   * The keeper's next steps.
   *
   * @param giveBack number of granted permits to return, reserved for that already
   * @param leaveQueue whether to leave the queue
   * @param ask number of additional permits to queue for
   */
  record Wish(int giveBack, boolean leaveQueue, int ask) {
    boolean isNothing() {
      return giveBack == 0 && !leaveQueue && ask == 0;
    }
  }

  Permits(String key, int limit, long now) {
    this.key = key;
    this.limit = limit;
    this.windowNanos = now;
    this.turnNanos = now;
  }

  String key() {
    return key;
  }

  /** Uses a free permit, if there is one. */
  synchronized boolean take() {
    if (free() <= 0) {
      return false;
    }
    inUse++;
    leastFree = Math.min(leastFree, free());
    return true;
  }

  /** Records demand that could not be met. */
  synchronized void refused(long now) {
    wasRefused = true;
    refusedNanos = now;
  }

  synchronized int inUse() {
    return inUse;
  }

  /**
   * Ends a use. Returns true if the node must return the permit immediately, because other nodes
   * wait for it.
   */
  synchronized boolean release(long now) {
    inUse--;
    if (now - turnNanos > TURN.toNanos()) {
      turnNanos = now;
      givenInTurn = 0;
    }
    if (others > Math.max(goingBack, givenInTurn) && free() > 0) {
      goingBack++;
      givenInTurn++;
      return true;
    }
    return false;
  }

  /** Records ZooKeeper's latest counts. */
  synchronized void told(Told told, long now) {
    int before = granted;
    known = true;
    toldNanos = now;
    granted = told.granted();
    queued = told.queued();
    others = told.others();
    total = told.total();
    // The counts already include a deletion whose response was lost. Never return a permit in use.
    goingBack = Math.min(goingBack, Math.max(0, granted - inUse));
    leastFree = Math.min(leastFree, Math.max(0, free()));
    if (granted > before) {
      windowNanos = now;
      leastFree = Math.max(0, free());
    }
  }

  /**
   * Records that the session ended with all its permits. Running tasks continue and still count.
   */
  synchronized void lost() {
    granted = 0;
    queued = 0;
    others = 0;
    goingBack = 0;
    leastFree = 0;
    known = false;
  }

  /** Decides what to do. Permits to return are no longer free when this method returns. */
  synchronized Wish wish(long now) {
    if (!known) {
      return new Wish(0, false, 0);
    }
    endWindow(now);
    int wanted = wanted(now);
    boolean leaveQueue = queued > 0 && wanted == 0;
    int ask = queued > 0 ? 0 : Math.min(wanted, limit - granted);
    return new Wish(goingBack, leaveQueue, Math.max(0, ask));
  }

  /**
   * Returns whether the keeper must run now, because its time has come or because nothing is known
   * yet.
   */
  synchronized boolean needsKeeper(long now) {
    boolean windowOver = leastFree > 0 && now - windowNanos > window();
    boolean queueing = queued > 0 ? wanted(now) == 0 : wanted(now) > 0 && granted < limit;
    boolean oldNews = queued > 0 && now - toldNanos > NEWS.toNanos();
    return !known || oldNews || goingBack > 0 || windowOver || queueing;
  }

  /** Records that one permit was returned. */
  synchronized void gaveBack() {
    granted--;
    goingBack--;
  }

  /** Returns whether no permit is granted, used or wanted, so that the key may be removed. */
  synchronized boolean isIdle(long now) {
    return granted == 0 && queued == 0 && inUse == 0 && !isHungry(now);
  }

  synchronized boolean isQueued() {
    return queued > 0;
  }

  synchronized String describe() {
    return granted + " here, " + inUse + " in use, " + queued + " queued for";
  }

  private void endWindow(long now) {
    if (now - windowNanos > window()) {
      goingBack += Math.max(0, Math.min(leastFree, free()));
      windowNanos = now;
      leastFree = Math.max(0, free());
    }
  }

  private long window() {
    return (others > 0 ? KEPT_FROM_OTHERS : KEPT).toNanos();
  }

  /**
   * Returns how many more permits to queue for. If all permits are taken, the node queues for only
   * one at a time, so that all nodes get some.
   */
  private int wanted(long now) {
    // Tasks running since before the session was lost need permits before any new task starts.
    int uncovered = Math.max(0, inUse - granted);
    if (!isHungry(now) || free() > 0) {
      return uncovered;
    }
    int more = total < limit ? Math.min(limit - total, Math.max(1, inUse)) : 1;
    return Math.max(uncovered, more);
  }

  private boolean isHungry(long now) {
    return wasRefused && now - refusedNanos < HUNGER.toNanos();
  }

  private int free() {
    return granted - goingBack - inUse;
  }
}
