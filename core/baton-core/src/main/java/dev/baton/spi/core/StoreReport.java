package dev.baton.spi.core;

import dev.baton.cluster.StoreWarning;
import java.time.Instant;
import java.util.List;

/**
 * What a store says of itself at one moment.
 *
 * @param now by its own clock
 * @param warnings what weakens its promises
 */
public record StoreReport(Instant now, List<StoreWarning> warnings) {
  public StoreReport {
    warnings = List.copyOf(warnings);
  }
}
