package dev.baton.engine.base;

import dev.baton.spi.NodeRuntime;
import dev.baton.spi.core.StoreReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the store's clock, so that this node can order its own hints beside the tasks that it
 * fetched. It also notices that the store's clock was put forward: then leases have lapsed whose
 * holders live. Thread-safe.
 */
public final class StoreClock {
  /** Less than this is no jump: clocks drift, and answers take their time. */
  private final long leastJumpNanos;

  /** Upper bound of how far the store's clock was ahead of this one at the last read. */
  private @Nullable Long aheadNanos;

  private volatile @Nullable Long jumpedNanos;
  private final NodeRuntime runtime;
  private volatile long offsetNanos;
  private final long originNanos;
  private final Instant origin;

  /**
   * @param leastJump a step that may make a lease of a healthy node lapse
   */
  public StoreClock(NodeRuntime runtime, Duration leastJump) {
    this.leastJumpNanos = leastJump.toNanos();
    this.runtime = runtime;
    this.originNanos = runtime.nanoTime();
    this.origin = Instant.ofEpochMilli(runtime.currentTimeMillis());
  }

  /** What the store's clock probably shows. */
  public Instant now() {
    return origin.plusNanos(runtime.nanoTime() - originNanos + offsetNanos);
  }

  /** Asks the store for its report, and compares its clock with the one before. */
  public Optional<StoreReport> read(Supplier<Optional<StoreReport>> ask) {
    long before = runtime.nanoTime();
    Optional<StoreReport> report = ask.get();
    long after = runtime.nanoTime();
    report.ifPresent(found -> compare(found.now(), before, after));
    return report;
  }

  /** Its clock was read at some moment between these two. */
  private synchronized void compare(Instant storeTime, long beforeNanos, long afterNanos) {
    long shown = Duration.between(origin, storeTime).toNanos();
    long least = shown - (afterNanos - originNanos);
    Long last = aheadNanos;
    if (last != null && least - last > leastJumpNanos) {
      jumpedNanos = afterNanos;
    }
    aheadNanos = shown - (beforeNanos - originNanos);
  }

  /** When this node last noticed that the store's clock was put forward; null for never. */
  public @Nullable Long jumpedNanos() {
    return jumpedNanos;
  }

  /** Learns that the store's clock showed {@code storeTime} at about this moment. */
  public void observe(Instant storeTime) {
    Instant bare = origin.plusNanos(runtime.nanoTime() - originNanos);
    offsetNanos = Duration.between(bare, storeTime).toNanos();
  }
}
