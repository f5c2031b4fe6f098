package dev.baton.engine.base;

import java.time.Duration;

/**
 * Limits how many tasks one call to the store contains, so that a call takes only a part of a
 * lease. The claimer, the completer and the lease keeper each use one. It estimates from the last
 * call how long a task takes, and assumes that every task takes equally long. Thread-safe.
 */
public final class BatchSizer {
  /**
   * A call that takes more than this part of a lease leaves too little time for the calls after it.
   */
  private static final int PARTS_OF_A_LEASE = 4;

  private final int most;
  private final int least;
  private final long limitNanos;

  /** Lower than {@code most} after several failed calls in a row. */
  private int cap;

  private int failures;
  private int under;
  private long sinceNanos;
  private double nanosEach;

  /**
   * @param least number of tasks that a call may contain even if calls are slow, because smaller
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
   * Records that the call in progress has failed, perhaps because it was too large. The first
   * failure changes nothing. Each further failure in a row halves the size, down to one. Each
   * success doubles the size again.
   *
   * @return true if the previous call had failed, too
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
      // The call in progress may already be slower than the previous one.
      each = Math.max(each, (double) (nowNanos - sinceNanos) / under);
    }
    return each * count > limitNanos;
  }

  /** Returns whether this time is longer than a call should take. */
  public boolean isTooLong(long nanos) {
    return nanos > limitNanos;
  }
}
