package dev.baton.jdbc.sql;

import dev.baton.task.internal.Texts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;

/**
 * Maximum time for which Baton waits for the database's response to a statement. Without it, a
 * statement on a dead connection waits until the operating system gives up. That may take hours,
 * and leases would end in this time. The timeout is set before an operation, and the pool's value
 * is restored afterwards. Drivers keep this value in memory, so setting it costs no round trip.
 */
public final class NetworkTimeout {
  /**
   * The default is much shorter than the default lease, so that a failed renewal can be repeated in
   * time.
   */
  public static final NetworkTimeout DEFAULT = new NetworkTimeout(Duration.ofSeconds(10));

  /** No timeout, for schema changes, which may take any time. */
  public static final NetworkTimeout NONE = new NetworkTimeout(Duration.ZERO);

  private static final int UNCHANGED = -1;

  private final Duration length;
  private volatile boolean supported = true;

  private NetworkTimeout(Duration length) {
    this.length = length;
  }

  /** Returns a timeout of this length; zero means none. */
  public static NetworkTimeout of(Duration length) {
    if (length.isNegative()
        || length.compareTo(Duration.ofDays(1)) > 0
        || (!length.isZero() && length.toMillis() == 0)) {
      throw new IllegalArgumentException(
          "A network timeout must be zero (none) or a millisecond to a day, not "
              + Texts.duration(length));
    }
    return new NetworkTimeout(length);
  }

  public Duration length() {
    return length;
  }

  /** Returns false once a driver has refused the timeout. */
  boolean isSupported() {
    return supported;
  }

  /**
   * Sets the timeout, unless the connection already has a shorter one.
   *
   * @return the value to pass to {@link #restore}
   */
  int set(Connection connection) throws SQLException {
    int millis = (int) length.toMillis();
    if (millis == 0 || !supported) {
      return UNCHANGED;
    }
    try {
      int had = connection.getNetworkTimeout();
      if (had > 0 && had <= millis) {
        return UNCHANGED;
      }
      connection.setNetworkTimeout(Runnable::run, millis);
      return had;
    } catch (SQLFeatureNotSupportedException e) {
      supported = false;
      return UNCHANGED;
    }
  }

  /** Restores the connection's previous timeout. */
  void restore(Connection connection, int had) throws SQLException {
    if (had != UNCHANGED) {
      connection.setNetworkTimeout(Runnable::run, had);
    }
  }
}
