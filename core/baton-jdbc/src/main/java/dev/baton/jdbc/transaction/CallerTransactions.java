package dev.baton.jdbc.transaction;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;

/** The transactions that callers give to the stores, as JDBC sees them. Stateless. */
public final class CallerTransactions {
  private CallerTransactions() {}

  /**
   * The connection of a transaction that a verb was given.
   *
   * @throws IllegalStateException when it is in auto-commit mode, or leads to another database
   */
  public static Connection connectionOf(Transaction transaction, Database database) {
    if (transaction instanceof JdbcTransaction own && own.isSingle()) {
      return own.unguarded();
    }
    Connection connection =
        transaction instanceof JdbcTransaction own
            ? own.unguarded()
            : transaction.unwrap(Connection.class);
    try {
      if (connection.getAutoCommit()) {
        throw new IllegalStateException(
            "The connection is in auto-commit mode: each statement would commit by itself, and a"
                + " task would not be atomic with your change. Call setAutoCommit(false) first, or"
                + " use JdbcTransactions");
      }
      database.requireOwn(connection);
    } catch (SQLException e) {
      throw database.unavailable("Looking at the given connection", e);
    }
    return connection;
  }

  /** Does a verb's work on the connection of the transaction that it was given. */
  public static <T> T work(
      Transaction transaction, Database database, String doing, Database.Work<T> work) {
    Connection connection = connectionOf(transaction, database);
    try {
      return work.with(connection);
    } catch (SQLException e) {
      throw failed(transaction, database, doing, e);
    }
  }

  /** What to throw when a statement failed in the transaction that a verb was given. */
  public static StoreException failed(
      Transaction transaction, Database database, String doing, SQLException e) {
    ServerSession session =
        transaction instanceof SessionTransaction own && SqlErrors.undoesTransaction(e)
            ? own.session()
            : null;
    if (session != null) {
      session.undone(e);
    }
    return database.unavailable(doing, e);
  }

  public static int isolationOf(Transaction transaction, Connection connection)
      throws SQLException {
    return transaction instanceof JdbcTransaction own
        ? own.isolation()
        : connection.getTransactionIsolation();
  }

  /**
   * Has {@link JdbcTransactions} begin a transaction where it has given a single statement.
   *
   * @throws SeveralStatementsException where it has; nothing may have been done before
   */
  public static void requireSeveralStatements(Transaction transaction) {
    if (transaction instanceof JdbcTransaction own && own.isSingle()) {
      throw new SeveralStatementsException();
    }
  }
}
