package dev.baton.jdbc;

import dev.baton.jdbc.sql.OperatorThrottle;
import javax.sql.DataSource;

/**
 * The connections for operators' requests: either a limited number from the engine's pool, or a
 * separate pool. If all are in use, a request waits for one until its own time limit. Thread-safe.
 * Each node needs its own instance.
 */
public final class OperatorConnections {
  private final OperatorThrottle share;

  private OperatorConnections(OperatorThrottle share) {
    this.share = share;
  }

  /** Returns the default: three of the engine's connections. */
  public static OperatorConnections usual() {
    return shared(OperatorThrottle.DEFAULT_CONNECTIONS);
  }

  /**
   * Returns connections from the engine's pool, at most the given number.
   *
   * @param most maximum number; the pool must be larger than this plus what the engine and your
   *     transactions use
   */
  public static OperatorConnections shared(int most) {
    return new OperatorConnections(new OperatorThrottle(null, most));
  }

  /**
   * Returns connections from a separate data source, at most the given number. The pool must lead
   * to the same database, not to a replica, because operators' changes use it, too.
   *
   * @param most the size of its pool
   */
  public static OperatorConnections of(DataSource own, int most) {
    return new OperatorConnections(new OperatorThrottle(own, most));
  }

  OperatorThrottle share() {
    return share;
  }
}
