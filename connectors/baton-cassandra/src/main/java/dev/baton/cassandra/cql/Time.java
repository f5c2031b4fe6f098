package dev.baton.cassandra.cql;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Passes time; a simulation has its own implementation. Thread-safe. */
public interface Time {

  /** Returns a monotonic time, to measure durations. */
  default long nanoTime() {
    return System.nanoTime();
  }

  /** Returns a stage that completes after about this duration. */
  default CompletionStage<Void> pause(Duration length) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(length.toNanos(), TimeUnit.NANOSECONDS));
  }
}
