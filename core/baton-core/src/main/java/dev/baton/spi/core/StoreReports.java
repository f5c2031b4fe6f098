package dev.baton.spi.core;

import dev.baton.cluster.StoreWarning;
import java.util.Optional;
import java.util.function.Consumer;

/** What a store says of itself. Thread-safe. */
public interface StoreReports {

  /**
   * What the store says now; nothing from a store that can't be weakened. A node asks at its start,
   * several times a minute, and when it reaches the store again.
   */
  default Optional<StoreReport> report() {
    return Optional.empty();
  }

  /**
   * Calls the listener, on any thread, when a verb between two reports finds what stops starts. The
   * listener is quick and doesn't call the store.
   */
  default void onWarning(Consumer<StoreWarning> listener) {}

  /** A person says that the store is the right one: it is compared with none seen before. */
  default void accept() {}
}
