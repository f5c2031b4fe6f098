package dev.baton.spi.core;

import dev.baton.operate.cluster.StoreWarning;
import java.util.Optional;
import java.util.function.Consumer;

/** Reports of a store about itself. Thread-safe. */
public interface StoreReports {

  /**
   * Returns the store's current report; empty for a store without such faults. A node calls it at
   * its start, several times a minute, and when it can reach the store again.
   */
  default Optional<StoreReport> report() {
    return Optional.empty();
  }

  /**
   * Adds a listener. The store calls it, on any thread, when a method finds between two reports a
   * fault that prevents starts. The listener must be quick and must not call the store.
   */
  default void onWarning(Consumer<StoreWarning> listener) {}

  /**
   * Accepts the store as the right one after an operator has confirmed it. The store is then not
   * compared with servers that were seen before.
   */
  default void accept() {}
}
