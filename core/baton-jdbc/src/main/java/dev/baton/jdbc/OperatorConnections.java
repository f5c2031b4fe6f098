package dev.baton.jdbc;

import dev.baton.jdbc.sql.OperatorThrottle;
import javax.sql.DataSource;

/**
 * The connections that requests of operators have: a few of the engine's pool at a time, or a pool
 * of their own. A request beyond that waits for as long as it has time. Thread-safe; for one node.
 */
public final class OperatorConnections {
  private final OperatorThrottle share;

  private OperatorConnections(OperatorThrottle share) {
    this.share = share;
  }

  /** Three of the engine's. */
  public static OperatorConnections usual() {
    return shared(OperatorThrottle.DEFAULT_CONNECTIONS);
  }

  /**
   * So many of the engine's at the most.
   *
   * @param most what the pool can spare: its size less what the engine and transactions use
   */
  public static OperatorConnections shared(int most) {
    return new OperatorConnections(new OperatorThrottle(null, most));
  }

  /**
   * So many of another data source, which leads to the same database, not to a copy of it: what
   * operators change goes there, too.
   *
   * @param most its pool's size
   */
  public static OperatorConnections of(DataSource own, int most) {
    return new OperatorConnections(new OperatorThrottle(own, most));
  }

  OperatorThrottle share() {
    return share;
  }
}
