package dev.baton.jdbc.sql;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.ProxyConnection;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Takes connections out of their pool that must not be used again. */
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
