package dev.baton.spi.core;

import dev.baton.operate.cluster.StoreWarning;
import java.util.Optional;
import java.util.function.Consumer;

/** Reports of a store about itself. Thread-safe. */
public interface StoreReports {

  /**
   * Returns the store's current report; empty for a store that can't have such faults. A node calls
   * this at its start, several times a minute, and when it reaches the store again.
   */
  default Optional<StoreReport> report() {
    return Optional.empty();
  }

  /**
   * Adds a listener. The store calls it, on any thread, when a method detects a fault because of
   * which this node must start no tasks, so that the node needn't wait for the next report. The
   * listener must be quick and must not call the store.
   */
  default void onWarning(Consumer<StoreWarning> listener) {}

  /**
   * Accepts the current database server as the right one after an operator has confirmed it. The
   * store then no longer compares it with the servers that it used before.
   */
  default void accept() {}
}
