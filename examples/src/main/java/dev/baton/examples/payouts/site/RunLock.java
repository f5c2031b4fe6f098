package dev.baton.examples.payouts.site;

import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A lock that prevents two demos from using one database, where both would read the same input into
 * the same tables. The database releases the lock when this process ends for any reason.
 */
final class RunLock implements AutoCloseable {
  private static final int TRIES = 40;
  private static final long MILLIS_BETWEEN_TRIES = 250;

  private final Connection connection;

  private RunLock(Connection connection) {
    this.connection = connection;
  }

  static RunLock take(DatabaseAddress address)
      throws SQLException, CannotRun, InterruptedException {
    Connection connection = Database.connect(address);
    // The database may notice the end of a killed demo a moment later.
    for (int tries = 1; tries <= TRIES; tries++) {
      if (isFree(connection)) {
        return new RunLock(connection);
      }
      Thread.sleep(MILLIS_BETWEEN_TRIES);
    }
    connection.close();
    throw new CannotRun("Another demo is running on this database; wait for its end");
  }

  private static boolean isFree(Connection connection) throws SQLException, CannotRun {
    return switch (DatabaseKind.of(connection)) {
      case POSTGRESQL -> isTrue(connection, "SELECT pg_try_advisory_lock(7120319)");
      case MYSQL, MARIADB ->
          isTrue(connection, "SELECT GET_LOCK(CONCAT('baton-demo ', DATABASE()), 0)");
      // H2 itself lets only one process open a file.
      case H2 -> true;
    };
  }

  private static boolean isTrue(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
