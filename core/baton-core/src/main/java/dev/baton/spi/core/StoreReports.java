package dev.baton.spi.core;

import java.util.Optional;

/** What a store says of itself. Thread-safe. */
public interface StoreReports {

  /**
   * What the store says now; nothing from a store that can't be weakened. A node asks at its start,
   * several times a minute, and when it reaches the store again.
   */
  default Optional<StoreReport> report() {
    return Optional.empty();
  }

  /** A person says that the store is the right one: it is compared with none seen before. */
  default void accept() {}
}
