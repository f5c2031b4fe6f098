package dev.baton.jdbc.transaction.internal;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.Connection;
import java.sql.SQLException;

/** Gives the stores access to callers' transactions. Stateless. */
public final class CallerTransactions {
  private CallerTransactions() {}

  /**
   * Returns the connection of a caller's transaction.
   *
   * @throws IllegalStateException if the transaction has ended, is in auto-commit mode or leads to
   *     another database
   */
  public static Connection connectionOf(Transaction transaction, Database database) {
    Connection connection;
    if (transaction instanceof OwnTransaction own) {
      own.requireOpen();
      connection = own.unguarded();
      if (own.isSingle()) {
        return connection;
      }
    } else {
      connection = transaction.unwrap(Connection.class);
    }
    try {
      if (connection.getAutoCommit()) {
        throw new IllegalStateException(
            "The connection is in auto-commit mode: each statement would commit separately, and a"
                + " task would not be atomic with your change. Call setAutoCommit(false) first, or"
                + " use JdbcTransactions");
      }
      database.requireOwn(connection);
    } catch (SQLException e) {
      throw database.unavailable("Checking the given connection", e);
    }
    return connection;
  }

  /** Does the work on the connection of a caller's transaction. */
  public static <T> T work(
      Transaction transaction, Database database, String doing, Database.Work<T> work) {
    Connection connection = connectionOf(transaction, database);
    try {
      return work.with(connection);
    } catch (SQLException e) {
      throw failed(transaction, database, doing, e);
    }
  }

  /** Returns the exception to throw if a statement in a caller's transaction has failed. */
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
    return transaction instanceof OwnTransaction own
        ? own.isolation()
        : connection.getTransactionIsolation();
  }

  /**
   * If {@link JdbcTransactions} has begun only a single statement, makes it begin a transaction
   * instead.
   *
   * @throws SeveralStatementsException in that case; call this before the work has done anything
   */
  public static void requireSeveralStatements(Transaction transaction) {
    if (transaction instanceof OwnTransaction own && own.isSingle()) {
      throw new SeveralStatementsException();
    }
  }

  /**
   * Returns whether the database itself has reported that it didn't commit. The cause is a
   * conflict, a deferred constraint, or an earlier failure in the transaction. After any other
   * failure, such as a lost connection, the transaction may have been committed. MariaDB's driver
   * for several hosts then connects again and reports 25S03.
   */
  public static boolean isRefusedCommit(SQLException e) {
    return SqlErrors.meaning(e) != SqlErrors.Meaning.UNKNOWN;
  }
}
