package dev.baton.jdbc.task;

import dev.baton.api.error.StoreException;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SqlErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Optional;

/**
 * Work that waits only a moment for what others have locked, where no statement can pass over it:
 * rows that are reached by following others. Stateless.
 */
final class BriefLockWait {
  private final Dialect dialect;

  BriefLockWait(Dialect dialect) {
    this.dialect = dialect;
  }

  /**
   * Does the work in the connection's open transaction.
   *
   * @return what it answered, or empty when something stayed locked: then nothing of it was done,
   *     and the transaction is as sound as before
   */
  <T> Optional<T> tried(Connection connection, Database.Work<T> work) throws SQLException {
    Savepoint before = connection.setSavepoint();
    String usual = ask(connection, dialect.lockWait());
    run(connection, dialect.lockWaitOf(dialect.shortestLockWait()));
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
   * As {@link #tried}, for work that speaks to the store itself.
   *
   * @return whether it was done; if not, the transaction can only be rolled back
   */
  boolean done(Connection connection, Runnable work) throws SQLException {
    String usual = ask(connection, dialect.lockWait());
    run(connection, dialect.lockWaitOf(dialect.shortestLockWait()));
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

  private void giveBack(Connection connection, String usual) {
    try {
      run(connection, dialect.lockWaitOf(usual));
    } catch (SQLException e) {
      // The work's own error says more: the transaction, or the connection, is of no use any more.
    }
  }

  private static String ask(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      if (!rows.next()) {
        throw new SQLException("No answer to " + question);
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
