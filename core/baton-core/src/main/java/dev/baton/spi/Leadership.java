package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Picks one node for duties that need only one node. Correctness doesn't depend on it: two leaders
 * at the same time do the work twice, but harm nothing. Thread-safe.
 */
public interface Leadership {

  /**
   * Takes or keeps the lead of a duty. Never blocks long.
   *
   * @return how long the lead lasts at least, counted from before this call; empty if another node
   *     has the lead
   * @throws RuntimeException if the leader can't be determined now; this node then doesn't perform
   *     the duty
   */
  Optional<Duration> lead(String duty, UUID node);

  /** Gives up the lead, so that another node doesn't have to wait for the end of the term. */
  void resign(String duty, UUID node);

  /**
   * Returns a leadership that uses {@code fallback} whenever this one throws. So duties don't
   * depend on ZooKeeper, for example, while the database is up. If only some nodes can reach this
   * leadership, two nodes may lead at the same time. They then do the work twice, but harm nothing.
   * Each change is logged once.
   */
  default Leadership orElse(Leadership fallback) {
    return new FallbackLeadership(this, fallback);
  }

  /** Returns a leadership that never leads, for a node without duties. */
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
