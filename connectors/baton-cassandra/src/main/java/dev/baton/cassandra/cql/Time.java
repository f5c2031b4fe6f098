package dev.baton.cassandra.cql;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** How time passes; a simulation has its own. Thread-safe. */
public interface Time {

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
