package dev.baton.jta;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.StoreErrors;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The data source's connections in the thread's transaction. Thread-safe. */
final class Enlistment {
  private final JtaThread thread;
  private final DataSource dataSource;

  /** True once a check has shown that the connections take part in the transaction. */
  private volatile boolean known;

  Enlistment(JtaThread thread, DataSource dataSource) {
    this.thread = thread;
    this.dataSource = dataSource;
  }

  /** Returns a connection that takes part in the thread's transaction. */
  Connection connection() {
    Connection connection = open();
    try {
      // Some pools enlist a connection on first use: until then it is in auto-commit mode.
      connection.createStatement().close();
      if (!connection.getAutoCommit()) {
        return EnlistedConnection.around(connection);
      }
      connection.close();
    } catch (SQLException broken) {
      throw new StoreUnavailableException(
          "The connection of the JTA transaction can't be used: " + broken.getMessage(), broken);
    }
    throw notEnlisted();
  }

  private Connection open() {
    try {
      return dataSource.getConnection();
    } catch (SQLException none) {
      throw StoreErrors.noConnection("Taking part in the JTA transaction" + reason(none), none);
    }
  }

  /** Returns the manager's error for a resource that it doesn't enlist, which the pool wraps. */
  private static String reason(SQLException none) {
    Throwable deepest = none;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest == none ? "" : " (" + deepest.getMessage() + ")";
  }

  /**
   * Verifies once, in an empty transaction, that connections take part. A connection that takes
   * part refuses its own commit, as JDBC requires.
   *
   * @throws IllegalStateException if connections don't take part
   */
  void require() {
    if (known) {
      return;
    }
    JtaThread.Suspended outer = thread.suspend();
    try {
      thread.begin();
      tryOut();
      known = true;
    } finally {
      outer.resume();
    }
  }

  private void tryOut() {
    try {
      if (thread.status() != Status.STATUS_ACTIVE) {
        throw new IllegalStateException(
            "Baton's TransactionSynchronizationRegistry doesn't know a"
                + " transaction that the TransactionManager has begun. Nothing was written. Give"
                + " Baton the registry and the manager of the same container");
      }
      try (Connection connection = open()) {
        if (commits(connection)) {
          throw notEnlisted();
        }
      } catch (SQLException broken) {
        throw StoreErrors.noConnection("Taking part in a JTA transaction", broken);
      }
    } finally {
      rollback();
    }
  }

  private static boolean commits(Connection connection) throws SQLException {
    connection.createStatement().close();
    if (connection.getAutoCommit()) {
      return true;
    }
    try {
      connection.commit();
      return true;
    } catch (SQLException refused) {
      return false;
    }
  }

  private void rollback() {
    try {
      thread.manager().rollback();
    } catch (SystemException | RuntimeException gone) {
      // The transaction is empty.
    }
  }

  private static IllegalStateException notEnlisted() {
    return new IllegalStateException(
        "Connections of Baton's data source don't take part in the transactions of the JTA"
            + " transaction manager: a task added now wouldn't commit or roll back with the"
            + " thread's transaction. Nothing was written. Give Baton a data source that is"
            + " enlisted: a container's, or a pool that uses this transaction manager"
            + " (Agroal: transactionIntegration; Quarkus: quarkus.datasource.jdbc.transactions"
            + " enabled or xa)");
  }
}
