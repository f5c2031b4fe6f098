package dev.baton.chaos.process;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * What each database allows, as docs/guarantees.md says. Asked of the database and not of Baton, so
 * that a node that starts where it should refuse is seen.
 */
public final class Isolation {
  private Isolation() {}

  /** Whether a node with transactional handlers at this isolation is to start. */
  public static boolean allowsHandlers(DataSource dataSource, int isolation) throws SQLException {
    if (isolation == Connection.TRANSACTION_READ_COMMITTED) {
      return true;
    }
    try (Connection connection = dataSource.getConnection()) {
      if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
        return false;
      }
      return isolation == Connection.TRANSACTION_SERIALIZABLE || !comparesSnapshots(connection);
    }
  }

  private static boolean comparesSnapshots(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SHOW VARIABLES LIKE 'innodb_snapshot_isolation'")) {
      return rows.next() && rows.getString(2).equals("ON");
    }
  }
}
