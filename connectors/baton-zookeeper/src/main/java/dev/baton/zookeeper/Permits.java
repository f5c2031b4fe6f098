package dev.baton.zookeeper;

import java.time.Duration;

/**
 * What this node knows of its permits for one key: how many it has been granted, how many of them
 * are in use, how many it still queues for, and who else waits. Bookings count here, without I/O;
 * the limit's keeper thread tells it what ZooKeeper says, asks what to do and does it. Thread-safe.
 *
 * <pre>
 * queued ──granted──▶ free ◀──▶ in use          a use that ends while others wait
 *    │                  │          └───────────────────┐ goes back without being free
 *    └──no demand───────┴──unused for a while──▶ going back ──deleted──▶ gone
 * </pre>
 */
final class Permits {
  /** How long one refusal counts as demand; the dispatcher asks again well within it. */
  private static final Duration HUNGER = Duration.ofSeconds(1);

  /** How long a free permit is kept though others wait: the dispatcher must come to fetch it. */
  private static final Duration KEPT_FROM_OTHERS = Duration.ofMillis(500);

  /**
   * In such a time each waiting node is given one permit: to hand one on after each short task
   * would leave it unused for most of the time.
   */
  private static final Duration TURN = Duration.ofMillis(200);

  /** How long a free permit is kept when no other node wants it. */
  private static final Duration KEPT = Duration.ofSeconds(3);

  /** How old the news of a queue may be while we stand in it, should its watcher be forgotten. */
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

  /** The fewest that were free at any moment of the window: so many are not needed. */
  private int leastFree;

  /** What ZooKeeper holds. */
  record Told(int granted, int queued, int others, int total) {}

  /**
   * What the keeper shall do.
   *
   * @param giveBack so many granted ones, reserved for that already
   * @param leaveQueue whether to withdraw what is still queued
   * @param ask for so many more
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

  /** There was demand that could not be met. */
  synchronized void refused(long now) {
    wasRefused = true;
    refusedNanos = now;
  }

  synchronized int inUse() {
    return inUse;
  }

  /** Ends a use. True when the permit goes back at once, since others wait for their turn. */
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

  /** What ZooKeeper has just said. */
  synchronized void told(Told told, long now) {
    int before = granted;
    known = true;
    toldNanos = now;
    granted = told.granted();
    queued = told.queued();
    others = told.others();
    total = told.total();
    // A deletion whose answer was lost counts in granted already: never give back what is in use.
    goingBack = Math.min(goingBack, Math.max(0, granted - inUse));
    leastFree = Math.min(leastFree, Math.max(0, free()));
    if (granted > before) {
      windowNanos = now;
      leastFree = Math.max(0, free());
    }
  }

  /** The session has ended, and every permit with it; what runs goes on and still counts. */
  synchronized void lost() {
    granted = 0;
    queued = 0;
    others = 0;
    goingBack = 0;
    leastFree = 0;
    known = false;
  }

  /** Decides what to do; what is to be given back is no longer free when this returns. */
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

  /** Whether the keeper has something to do here, by the clock or because nothing is known yet. */
  synchronized boolean needsKeeper(long now) {
    boolean windowOver = leastFree > 0 && now - windowNanos > window();
    boolean queueing = queued > 0 ? wanted(now) == 0 : wanted(now) > 0 && granted < limit;
    boolean oldNews = queued > 0 && now - toldNanos > NEWS.toNanos();
    return !known || oldNews || goingBack > 0 || windowOver || queueing;
  }

  /** One was given back. */
  synchronized void gaveBack() {
    granted--;
    goingBack--;
  }

  /** Whether nothing is held, used or wanted here, so that it may be forgotten. */
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

  /** How many more to queue for. While the ensemble is full one at a time, so that all get some. */
  private int wanted(long now) {
    // What runs since before the session was lost must be covered before anything new starts.
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
