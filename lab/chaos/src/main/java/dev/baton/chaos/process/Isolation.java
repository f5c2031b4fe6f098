package dev.baton.chaos.process;

import dev.baton.chaos.record.Wait;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * The isolation levels that each database allows, as docs/guarantees.md says. The database itself
 * is asked, so that a node is noticed that starts where it should refuse.
 */
public final class Isolation {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Isolation() {}

  /** Returns whether a node with transactional handlers should start at this isolation level. */
  public static boolean allowsHandlers(DataSource dataSource, int isolation) throws SQLException {
    if (isolation == Connection.TRANSACTION_READ_COMMITTED) {
      return true;
    }
    // The database may be down after a kill, so the query is repeated until it returns.
    AtomicBoolean allows = new AtomicBoolean();
    try {
      if (Wait.until(PATIENCE, () -> answered(allows, dataSource, isolation))) {
        return allows.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new SQLException("The database did not return the allowed levels within " + PATIENCE);
  }

  private static boolean answered(AtomicBoolean allows, DataSource dataSource, int isolation)
      throws SQLException {
    allows.set(ask(dataSource, isolation));
    return true;
  }

  private static boolean ask(DataSource dataSource, int isolation) throws SQLException {
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
