package dev.baton.jdbc.sql;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.ProxyConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;
import javax.sql.DataSource;

/** Takes connections out of their pool that must not be used again, and reads the pool's size. */
public final class PooledConnection {
  private static final boolean KNOWS_HIKARI = isPresent();

  private PooledConnection() {}

  /**
   * Closes the connection below its pool, so that the pool never gives it to another caller.
   * Afterwards the caller may only close it.
   */
  public static void discard(DataSource source, Connection connection) {
    try {
      if (!KNOWS_HIKARI || !Hikari.evicted(source, connection)) {
        connection.abort(Runnable::run);
      }
    } catch (SQLException | LinkageError e) {
      // Closed already, or in an unknown version of HikariCP, which finds out that it is broken.
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

  /** A separate class, since it is loaded only if HikariCP is present. */
  private static final class Hikari {
    private Hikari() {}

    static OptionalInt size(DataSource source) throws SQLException {
      return source.isWrapperFor(HikariDataSource.class)
          ? OptionalInt.of(source.unwrap(HikariDataSource.class).getMaximumPoolSize())
          : OptionalInt.empty();
    }

    /**
     * Removes the connection from a HikariCP pool. HikariCP logs a warning with a stack trace for
     * each connection that it finds closed, but not for these.
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
