package dev.baton.jdbc;

import dev.baton.jdbc.sql.OperatorThrottle;
import javax.sql.DataSource;

/**
 * The connections for operators' requests: a limited number from the engine's pool, or a separate
 * pool. A request beyond the limit waits until its own time is over. Thread-safe; for one node.
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
   * @param most what the pool can spare: its size minus what the engine and transactions use
   */
  public static OperatorConnections shared(int most) {
    return new OperatorConnections(new OperatorThrottle(null, most));
  }

  /**
   * Returns connections from a separate data source, at most the given number. It must lead to the
   * same database, not to a copy, since operators' changes use it too.
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
