package dev.baton.engine.base;

import java.time.Duration;

/**
 * Limits how many tasks one call to the store names, so that the call takes only a part of a lease.
 * It judges by the last call, and assumes that the time grows with the number of tasks.
 * Thread-safe.
 */
public final class BatchSizer {
  /** A quarter: a call that takes longer leaves too little of a lease for what comes after it. */
  private static final int PARTS_OF_A_LEASE = 4;

  private final int most;
  private final int least;
  private final long limitNanos;

  /** Fewer than {@code most} after calls that failed one after the other. */
  private int cap;

  private int failures;
  private int under;
  private long sinceNanos;
  private double nanosEach;

  /**
   * @param least so many at a time are allowed however slow they are: a slow network isn't mended
   *     by more calls
   */
  public BatchSizer(int least, int most, Duration lease) {
    this.least = Math.min(least, most);
    this.most = most;
    this.cap = most;
    this.limitNanos = lease.toNanos() / PARTS_OF_A_LEASE;
  }

  /** How many the next call may name. */
  public synchronized int size() {
    double fit = nanosEach <= 0 ? most : limitNanos / nanosEach;
    return (int) Math.min(cap, Math.max(least, Math.min(most, fit)));
  }

  /**
   * The call that is under way has failed. It may be too large to be answered in time: if that
   * happens again and again, fewer are named, down to one, and more again once a call succeeds.
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

  /** The call that is under way has succeeded. */
  public synchronized void succeeded() {
    failures = 0;
    cap = (int) Math.min(most, 2L * cap);
  }

  /** A call that names so many begins. */
  public synchronized void begins(int count, long nowNanos) {
    under = count;
    sinceNanos = nowNanos;
  }

  /** It is over. */
  public synchronized void ended(long nowNanos) {
    if (under > 0) {
      took(under, nowNanos - sinceNanos);
      under = 0;
    }
  }

  /** A call that named so many took so long. */
  public synchronized void took(int count, long nanos) {
    nanosEach = (double) nanos / Math.max(1, count);
  }

  /** Whether so many would take longer than they should, as far as can be told now. */
  public synchronized boolean isTooMany(int count, long nowNanos) {
    double each = nanosEach;
    if (under > 0) {
      // One that is under way may be the first to be slow.
      each = Math.max(each, (double) (nowNanos - sinceNanos) / under);
    }
    return each * count > limitNanos;
  }

  /** Whether this is longer than anything should take. */
  public boolean isTooLong(long nanos) {
    return nanos > limitNanos;
  }
}
