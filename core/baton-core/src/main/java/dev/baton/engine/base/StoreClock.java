package dev.baton.engine.base;

import dev.baton.spi.NodeRuntime;
import dev.baton.spi.core.StoreReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the store's clock. With this clock, the node can sort its own hints among the tasks
 * that it has fetched. It also detects that the store's clock was set forward, because leases of
 * healthy nodes may then have expired. Thread-safe.
 */
public final class StoreClock {
  /** A smaller step doesn't count as a jump, because clocks drift and calls take time. */
  private final long leastJumpNanos;

  /** At the last read, the store's clock was ahead of this node's by at most this. */
  private @Nullable Long aheadNanos;

  private volatile @Nullable Long jumpedNanos;
  private final NodeRuntime runtime;
  private volatile long offsetNanos;
  private final long originNanos;
  private final Instant origin;

  /**
   * @param leastJump the smallest step that can make the lease of a healthy node expire
   */
  public StoreClock(NodeRuntime runtime, Duration leastJump) {
    this.leastJumpNanos = leastJump.toNanos();
    this.runtime = runtime;
    this.originNanos = runtime.nanoTime();
    this.origin = Instant.ofEpochMilli(runtime.currentTimeMillis());
  }

  /** Returns the estimated time of the store's clock. */
  public Instant now() {
    return origin.plusNanos(runtime.nanoTime() - originNanos + offsetNanos);
  }

  /**
   * Reads the store's report and checks whether the store's clock has jumped since the previous
   * read.
   */
  public Optional<StoreReport> read(Supplier<Optional<StoreReport>> ask) {
    long before = runtime.nanoTime();
    Optional<StoreReport> report = ask.get();
    long after = runtime.nanoTime();
    report.ifPresent(found -> compare(found.now(), before, after));
    return report;
  }

  /**
   * Compares the store's clock with this node's. The store read its clock between the two {@code
   * nanoTime} values.
   */
  private synchronized void compare(Instant storeTime, long beforeNanos, long afterNanos) {
    long shown = Duration.between(origin, storeTime).toNanos();
    long least = shown - (afterNanos - originNanos);
    Long last = aheadNanos;
    if (last != null && least - last > leastJumpNanos) {
      jumpedNanos = afterNanos;
    }
    aheadNanos = shown - (beforeNanos - originNanos);
  }

  /**
   * Returns the {@code nanoTime} at which this node last detected that the store's clock was set
   * forward; null if never.
   */
  public @Nullable Long jumpedNanos() {
    return jumpedNanos;
  }

  /** Updates the estimate: the store's clock shows {@code storeTime} at about this moment. */
  public void observe(Instant storeTime) {
    Instant bare = origin.plusNanos(runtime.nanoTime() - originNanos);
    offsetNanos = Duration.between(bare, storeTime).toNanos();
  }
}
