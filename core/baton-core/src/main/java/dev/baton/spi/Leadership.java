package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Elects one node for each duty that only one node needs to do, such as sweeping. Correctness
 * doesn't depend on the election: two leaders at the same time do the work twice, but cause no
 * harm. Thread-safe.
 */
public interface Leadership {

  /**
   * Takes or keeps the lead of a duty. Must not block for long.
   *
   * @return the term: how long the lead lasts at least, counted from the start of this call; empty
   *     if another node has the lead
   * @throws RuntimeException if the leader can't be determined now; this node then doesn't perform
   *     the duty
   */
  Optional<Duration> lead(String duty, UUID node);

  /** Gives up the lead, so that another node doesn't have to wait for the end of the term. */
  void resign(String duty, UUID node);

  /**
   * Returns a leadership that uses {@code fallback} whenever this one throws. For example, if
   * ZooKeeper elects the leaders and the database is the fallback, an outage of ZooKeeper stops no
   * duty. If only some nodes can reach this leadership, two nodes may lead at the same time. They
   * then do the work twice, but cause no harm. Each switch to the fallback, and each switch back,
   * is logged once.
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
