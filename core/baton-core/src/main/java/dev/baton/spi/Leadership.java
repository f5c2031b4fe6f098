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
   * Takes or keeps the lead. Never blocks long.
   *
   * @return for how long, measured from before this call, the lead may be trusted; empty when
   *     another node has it
   * @throws RuntimeException when it can't be told now who leads; the duty then rests here
   */
  Optional<Duration> lead(String duty, UUID node);

  /** Gives the lead up, so that another node needn't wait for the end of the term. */
  void resign(String duty, UUID node);

  /**
   * This leadership or, while it can't be asked, another one: so duties never depend on ZooKeeper
   * being up when the database is. {@code fallback} decides whenever this one throws, and no longer
   * than that. Nodes that see this one differently may both lead for as long as they do, which is
   * double work and no harm. Said in the log once for each change.
   */
  default Leadership orElse(Leadership fallback) {
    return new FallbackLeadership(this, fallback);
  }

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
