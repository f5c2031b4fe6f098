package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Picks one node for duties that need no more than one. Only thrift depends on it: two leaders at
 * once do double work and no harm. Thread-safe.
 */
public interface Leadership {

  /**
   * Takes or keeps the lead.
   *
   * @return for how long, measured from before this call, the lead may be trusted; empty when
   *     another node has it
   */
  Optional<Duration> lead(String duty, UUID node);

  /** Gives the lead up, so that another node needn't wait for the end of the term. */
  void resign(String duty, UUID node);

  /** Never leads: for a node that has no duties. */
  static Leadership none() {
    return new Leadership() {
      @Override
      public Optional<Duration> lead(String duty, UUID node) {
        return Optional.empty();
      }

      @Override
      public void resign(String duty, UUID node) {}
    };
  }
}
