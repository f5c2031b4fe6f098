package dev.baton.cassandra.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Time and chance, as the shards use them. Thread-safe. */
public interface ShardClock {

  /** The store's time, to the microsecond. */
  Instant now();

  /** For lengths of time. */
  default long nanoTime() {
    return System.nanoTime();
  }

  /** Ends after about so long. */
  default CompletionStage<Void> pause(Duration length) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(length.toNanos(), TimeUnit.NANOSECONDS));
  }
}
