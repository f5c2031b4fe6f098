package dev.baton.jdbc.sql;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.ProxyConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;
import javax.sql.DataSource;

/**
 * Removes connections from their pool that must not be used again, and reads the size of the pool.
 */
public final class PooledConnection {
  private static final boolean KNOWS_HIKARI = isPresent();

  private PooledConnection() {}

  /**
   * Closes the driver's connection, so that the pool never returns it to another caller. After
   * this, the caller may only close its connection.
   */
  public static void discard(DataSource source, Connection connection) {
    try {
      if (!KNOWS_HIKARI || !Hikari.evicted(source, connection)) {
        connection.abort(Runnable::run);
      }
    } catch (SQLException | LinkageError e) {
      // It is closed already, or the version of HikariCP is unknown. HikariCP will notice that the
      // connection is broken.
    }
  }

  /** Returns the maximum size of a HikariCP pool; empty for another data source. */
  static OptionalInt poolSize(DataSource source) {
    try {
      return KNOWS_HIKARI ? Hikari.size(source) : OptionalInt.empty();
    } catch (SQLException | LinkageError e) {
      return OptionalInt.empty();
    }
  }

  private static boolean isPresent() {
    try {
      Class.forName(
          "com.zaxxer.hikari.HikariDataSource", false, PooledConnection.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError absent) {
      return false;
    }
  }

  /** A separate class, because it can be loaded only if HikariCP is present. */
  private static final class Hikari {
    private Hikari() {}

    static OptionalInt size(DataSource source) throws SQLException {
      return source.isWrapperFor(HikariDataSource.class)
          ? OptionalInt.of(source.unwrap(HikariDataSource.class).getMaximumPoolSize())
          : OptionalInt.empty();
    }

    /**
     * Removes the connection from a HikariCP pool. HikariCP logs a warning with a stack trace if it
     * finds a connection closed. After this call it doesn't.
     */
    static boolean evicted(DataSource source, Connection connection) throws SQLException {
      if (!(connection instanceof ProxyConnection)
          || !source.isWrapperFor(HikariDataSource.class)) {
        return false;
      }
      source.unwrap(HikariDataSource.class).evictConnection(connection);
      return true;
    }
  }
}
