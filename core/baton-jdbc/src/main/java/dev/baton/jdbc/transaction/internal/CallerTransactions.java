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
   * Returns the connection of the transaction that a verb was given.
   *
   * @throws IllegalStateException if it has ended, is in auto-commit mode or leads to another
   *     database
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

  /** Returns the exception for a failed statement in the transaction that a verb was given. */
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
   * Makes {@link JdbcTransactions} begin a transaction if it has only given a single statement.
   *
   * @throws SeveralStatementsException if it has; the caller must not have done anything before
   */
  public static void requireSeveralStatements(Transaction transaction) {
    if (transaction instanceof OwnTransaction own && own.isSingle()) {
      throw new SeveralStatementsException();
    }
  }

  /**
   * Returns whether the database itself reported that it did not commit, because of a conflict, a
   * deferred constraint or an earlier failure in the transaction. After any other failure, such as
   * a lost connection, the transaction may have been committed. MariaDB's driver with several hosts
   * then connects again and reports 25S03.
   */
  public static boolean isRefusedCommit(SQLException e) {
    return SqlErrors.meaning(e) != SqlErrors.Meaning.UNKNOWN;
  }
}
