package dev.baton.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;

/**
 * How long the database may keep one of Baton's own verbs waiting for bytes. Without it a
 * connection whose other end has vanished, neither answering nor closing, holds a verb until the
 * operating system gives up, which may be hours: leases would end meanwhile. It is set for the verb
 * and what the pool had is put back; drivers keep it in memory, so neither costs a round trip.
 */
public final class NetworkTimeout {
  /** Well below the default lease, so that a renewal can be tried again in time. */
  public static final NetworkTimeout DEFAULT = new NetworkTimeout(Duration.ofSeconds(10));

  /** For changes of the schema, which may take as long as they take. */
  public static final NetworkTimeout NONE = new NetworkTimeout(Duration.ZERO);

  private static final int UNCHANGED = -1;

  private final Duration length;
  private volatile boolean supported = true;

  private NetworkTimeout(Duration length) {
    this.length = length;
  }

  /** So long; zero for none. */
  public static NetworkTimeout of(Duration length) {
    if (length.isNegative()
        || length.compareTo(Duration.ofDays(1)) > 0
        || (!length.isZero() && length.toMillis() == 0)) {
      throw new IllegalArgumentException(
          "A network timeout is zero, for none, or between a millisecond and a day, not " + length);
    }
    return new NetworkTimeout(length);
  }

  public Duration length() {
    return length;
  }

  /**
   * Sets it, unless the connection's own is as strict.
   *
   * @return what to give to {@link #restore}
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

  /** Puts back what the connection had. */
  void restore(Connection connection, int had) throws SQLException {
    if (had != UNCHANGED) {
      connection.setNetworkTimeout(Runnable::run, had);
    }
  }
}
