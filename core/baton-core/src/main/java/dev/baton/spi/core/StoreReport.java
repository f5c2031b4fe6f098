package dev.baton.spi.core;

import dev.baton.operate.cluster.StoreWarning;
import java.time.Instant;
import java.util.List;

/**
 * The report of a store about its own state.
 *
 * @param now the time of the store's clock
 * @param warnings faults of the store that weaken Baton's guarantees
 */
public record StoreReport(Instant now, List<StoreWarning> warnings) {
  public StoreReport {
    warnings = List.copyOf(warnings);
  }
}
