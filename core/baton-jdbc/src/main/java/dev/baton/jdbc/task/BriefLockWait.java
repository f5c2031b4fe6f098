package dev.baton.jdbc.task;

import dev.baton.api.error.StoreException;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.dialect.LockWait;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SqlErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Optional;

/**
 * Runs work with a very short lock timeout. It is for locked rows that a statement can't skip,
 * because the statement reaches them through other rows. Stateless.
 */
final class BriefLockWait {
  private final Dialect dialect;

  BriefLockWait(Dialect dialect) {
    this.dialect = dialect;
  }

  /**
   * Does the work in the open transaction of the connection.
   *
   * @return the result; empty if a row stayed locked. In that case nothing was done, and the
   *     transaction can still be used
   */
  <T> Optional<T> tried(Connection connection, Database.Work<T> work) throws SQLException {
    Savepoint before = connection.setSavepoint();
    Optional<String> usual = shorten(connection);
    try {
      T answer = work.with(connection);
      return Optional.of(answer);
    } catch (SQLException e) {
      if (!SqlErrors.isLockTimeout(e)) {
        throw e;
      }
      connection.rollback(before);
      return Optional.empty();
    } finally {
      giveBack(connection, usual);
    }
  }

  /**
   * Does work that calls the store, with the same short lock wait as {@link #tried}.
   *
   * @return true if the work was done; if false, the transaction can only be rolled back
   */
  boolean done(Connection connection, Runnable work) throws SQLException {
    Optional<String> usual = shorten(connection);
    try {
      work.run();
      return true;
    } catch (StoreException e) {
      if (e.getCause() instanceof SQLException cause && SqlErrors.isLockTimeout(cause)) {
        return false;
      }
      throw e;
    } finally {
      giveBack(connection, usual);
    }
  }

  /**
   * Shortens the connection's lock timeout and returns the previous one; empty if the database
   * doesn't support this.
   */
  private Optional<String> shorten(Connection connection) throws SQLException {
    Optional<LockWait> wait = dialect.lockWait();
    if (wait.isEmpty()) {
      return Optional.empty();
    }
    String usual = ask(connection, wait.get().read());
    run(connection, wait.get().setTo(wait.get().shortest()));
    return Optional.of(usual);
  }

  private void giveBack(Connection connection, Optional<String> usual) {
    try {
      if (usual.isPresent()) {
        run(connection, dialect.lockWait().orElseThrow().setTo(usual.get()));
      }
    } catch (SQLException e) {
      // The error of the work is the useful one. The transaction or the connection can no longer be
      // used.
    }
  }

  private static String ask(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      if (!rows.next()) {
        throw new SQLException("No result of " + question);
      }
      return rows.getString(1);
    }
  }

  private static void run(Connection connection, String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }
}
