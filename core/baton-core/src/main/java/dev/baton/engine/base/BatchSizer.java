package dev.baton.engine.base;

import java.time.Duration;

/**
 * Limits how many tasks one call to the store contains, so that the call takes only a part of a
 * lease. The claimer, the completer and the lease keeper each use one. It estimates from the last
 * call and assumes that the time grows with the number of tasks. Thread-safe.
 */
public final class BatchSizer {
  /**
   * A call that takes more than a quarter of a lease leaves too little time for the calls after it.
   */
  private static final int PARTS_OF_A_LEASE = 4;

  private final int most;
  private final int least;
  private final long limitNanos;

  /** Lower than {@code most} after several calls in a row failed. */
  private int cap;

  private int failures;
  private int under;
  private long sinceNanos;
  private double nanosEach;

  /**
   * @param least number of tasks that one call may always contain, even if calls are slow: more
   *     calls don't make a slow network faster
   */
  public BatchSizer(int least, int most, Duration lease) {
    this.least = Math.min(least, most);
    this.most = most;
    this.cap = most;
    this.limitNanos = lease.toNanos() / PARTS_OF_A_LEASE;
  }

  /** Returns how many tasks the next call may contain. */
  public synchronized int size() {
    double fit = nanosEach <= 0 ? most : limitNanos / nanosEach;
    return (int) Math.min(cap, Math.max(least, Math.min(most, fit)));
  }

  /**
   * Records that the call in progress has failed. It may be too large to return in time. From the
   * second failure in a row on, each failure halves the size, down to one. Each success doubles it
   * again.
   *
   * @return whether the call before had failed, too
   */
  public synchronized boolean failed() {
    failures++;
    if (failures > 1 && under > 1) {
      cap = Math.min(cap, under) / 2;
    }
    return failures > 1;
  }

  /** Records that the call in progress has succeeded. */
  public synchronized void succeeded() {
    failures = 0;
    cap = (int) Math.min(most, 2L * cap);
  }

  /** Records that a call with this many tasks begins. */
  public synchronized void begins(int count, long nowNanos) {
    under = count;
    sinceNanos = nowNanos;
  }

  /** Records that the call in progress has ended. */
  public synchronized void ended(long nowNanos) {
    if (under > 0) {
      took(under, nowNanos - sinceNanos);
      under = 0;
    }
  }

  /** Records how long a call with this many tasks took. */
  public synchronized void took(int count, long nanos) {
    nanosEach = (double) nanos / Math.max(1, count);
  }

  /** Returns whether a call with this many tasks would probably take too long. */
  public synchronized boolean isTooMany(int count, long nowNanos) {
    double each = nanosEach;
    if (under > 0) {
      // The call in progress may be the first slow one.
      each = Math.max(each, (double) (nowNanos - sinceNanos) / under);
    }
    return each * count > limitNanos;
  }

  /** Returns whether this time is longer than a call should take. */
  public boolean isTooLong(long nanos) {
    return nanos > limitNanos;
  }
}
