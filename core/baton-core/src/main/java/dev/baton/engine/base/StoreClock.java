package dev.baton.engine.base;

import dev.baton.spi.NodeRuntime;
import java.time.Instant;

/**
 * Estimates the store's clock, so that this node can order its own hints beside the tasks that it
 * fetched. No decision about a lease depends on it. Thread-safe.
 */
public final class StoreClock {
  private final NodeRuntime runtime;
  private volatile long offsetNanos;
  private final long originNanos;
  private final Instant origin;

  public StoreClock(NodeRuntime runtime) {
    this.runtime = runtime;
    this.originNanos = runtime.nanoTime();
    this.origin = Instant.ofEpochMilli(runtime.currentTimeMillis());
  }

  /** What the store's clock probably shows. */
  public Instant now() {
    return origin.plusNanos(runtime.nanoTime() - originNanos + offsetNanos);
  }

  /** Learns that the store's clock showed {@code storeTime} at about this moment. */
  public void observe(Instant storeTime) {
    Instant bare = origin.plusNanos(runtime.nanoTime() - originNanos);
    offsetNanos = java.time.Duration.between(bare, storeTime).toNanos();
  }
}
