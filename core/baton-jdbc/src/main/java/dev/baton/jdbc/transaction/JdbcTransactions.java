package dev.baton.jdbc.transaction;

import dev.baton.api.Transaction;
import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreBusyException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.PooledConnection;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.StoreErrors;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.jdbc.transaction.internal.OwnTransaction;
import dev.baton.jdbc.transaction.internal.ServerSession;
import dev.baton.jdbc.transaction.internal.SeveralStatementsException;
import dev.baton.spi.Transactions;
import dev.baton.task.internal.Texts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions with plain JDBC, each on its own connection. While the work of a transaction
 * runs, the transaction is bound to the thread. Thread-safe.
 *
 * <p>Each call is a new transaction, even inside another one. It commits independently and needs a
 * second connection. Use {@link #current()} to work in the transaction that is already running.
 */
public final class JdbcTransactions implements Transactions {
  private static final int AS_GIVEN = -1;

  /** The innermost transaction that any instance runs on the thread. */
  private static final ThreadLocal<@Nullable RunningTransaction> RUNNING = new ThreadLocal<>();

  private final DataSource dataSource;
  private final int isolation;
  private volatile int givenIsolation = AS_GIVEN;

  private JdbcTransactions(DataSource dataSource, int isolation) {
    this.dataSource = dataSource;
    this.isolation = isolation;
  }

  private record RunningTransaction(
      JdbcTransactions by, JdbcTransaction transaction, @Nullable RunningTransaction outer) {}

  /** Returns read committed transactions on connections of this data source. */
  public static JdbcTransactions of(DataSource dataSource) {
    return of(dataSource, Connection.TRANSACTION_READ_COMMITTED);
  }

  /** Returns transactions with one of the isolation levels of {@link Connection}. */
  public static JdbcTransactions of(DataSource dataSource, int isolation) {
    return new JdbcTransactions(dataSource, isolation);
  }

  /**
   * Adds tasks in a transaction that you commit yourself. The connection's auto-commit mode must be
   * off.
   */
  public static JoinedTransaction join(Connection connection) {
    return new JoinedTransaction(connection);
  }

  /** Work inside a transaction, without a result. */
  @FunctionalInterface
  public interface Action {
    void run(JdbcTransaction transaction) throws Exception;
  }

  /** Work inside a transaction, with a result. */
  @FunctionalInterface
  public interface Computation<T> extends Work<T> {
    T run(JdbcTransaction transaction) throws Exception;

    @Override
    default T run(Transaction transaction) throws Exception {
      return run((JdbcTransaction) transaction);
    }
  }

  /** Runs the action in a new transaction; see {@link #call(Computation)}. */
  public void run(Action action) throws Exception {
    inNew(
        transaction -> {
          action.run(transaction);
          return true;
        });
  }

  /**
   * Runs the computation in a new transaction. Commits it if the computation returns, and rolls it
   * back if it throws.
   *
   * @throws CommitUnknownException if the commit was sent but the response was lost
   * @throws StoreUnavailableException if no connection is available, or if the database refused to
   *     commit and rolled everything back
   */
  public <T> T call(Computation<T> computation) throws Exception {
    return inNew(computation);
  }

  @Override
  public <T> T call(Work<T> work) throws Exception {
    return inNew(work::run);
  }

  @Override
  public <T> T callSingle(Work<T> work) throws Exception {
    Connection connection = connection();
    // Check every connection, because a pool may contain connections in both modes. Without
    // auto-commit, a single statement would be reported as committed and then rolled back.
    if (!isInAutoCommit(connection)) {
      close(connection);
      return call(work);
    }
    try {
      return inStatement(connection, work);
    } catch (SeveralStatementsException nothingDone) {
      return call(work);
    }
  }

  /** Runs the work as a single statement, which needs one round trip instead of two. */
  private <T> T inStatement(Connection connection, Work<T> work) throws Exception {
    OwnTransaction transaction = new OwnTransaction(connection, true, givenIsolation);
    End end = End.ROLLED_BACK;
    try {
      T answer = work.run(transaction);
      end = End.COMMITTED;
      return answer;
    } catch (StoreException e) {
      StoreErrors.discardIfSpoiled(dataSource, connection, e);
      if (wasAnswered(e)) {
        throw e;
      }
      end = End.UNKNOWN;
      throw new CommitUnknownException(
          "The statement was sent and no response came: it may have been applied. "
              + e.getMessage(),
          e);
    } finally {
      close(connection);
      transaction.ended(end);
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      // The connection is broken, and the pool will notice that. The result of the work is valid.
    }
  }

  /**
   * Returns whether Baton or the database refused the statement, so that the statement had no
   * effect.
   */
  private static boolean wasAnswered(StoreException e) {
    return e instanceof RequestRefusedException
        || (e.getCause() instanceof SQLException cause
            && CallerTransactions.isRefusedCommit(cause));
  }

  @Override
  public String howToBegin() {
    return "Make the change and the call inside transactions.run(transaction -> ...), or pass your"
        + " transaction as the first argument; JdbcTransactions.join(connection) makes one from a"
        + " connection that you commit yourself";
  }

  /**
   * Returns the innermost transaction that this object runs on the thread.
   *
   * @throws RequestRefusedException if there is none, but another object runs a transaction on the
   *     same data source: a change that doesn't join it would stay if it is rolled back
   */
  @Override
  public Optional<Transaction> current() {
    RunningTransaction innermost = RUNNING.get();
    for (RunningTransaction one = innermost; one != null; one = one.outer()) {
      if (one.by() == this) {
        return Optional.of(one.transaction());
      }
    }
    for (RunningTransaction one = innermost; one != null; one = one.outer()) {
      if (one.by().dataSource == dataSource) {
        throw new RequestRefusedException(
            "This thread is in a transaction of another JdbcTransactions object, which this node"
                + " doesn't use: the call would commit by itself, even if that transaction is"
                + " rolled back. Nothing was written. Pass the transaction as the first argument,"
                + " or give the node your object: Baton.builder(...).transactions(transactions)");
      }
    }
    return Optional.empty();
  }

  private <T> T inNew(Computation<T> work) throws Exception {
    Connection connection = connection();
    boolean givenAutoCommit = isInAutoCommit(connection);
    begin(connection, givenAutoCommit);
    OwnTransaction transaction = new OwnTransaction(connection, false, isolation);
    End end = End.ROLLED_BACK;
    boolean discarded = false;
    try {
      T answer = bound(transaction, work);
      end = commit(transaction);
      return answer;
    } catch (CommitUnknownException e) {
      end = End.UNKNOWN;
      PooledConnection.discard(dataSource, connection);
      discarded = true;
      throw e;
    } catch (Throwable e) {
      rollback(connection, e);
      discarded = StoreErrors.discardIfSpoiled(dataSource, connection, e);
      throw e;
    } finally {
      if (discarded) {
        close(connection);
      } else {
        giveBack(connection, givenAutoCommit);
      }
      transaction.ended(end);
    }
  }

  private <T> T bound(JdbcTransaction transaction, Computation<T> work) throws Exception {
    RunningTransaction outer = RUNNING.get();
    RUNNING.set(new RunningTransaction(this, transaction, outer));
    try {
      return work.run(transaction);
    } finally {
      if (outer == null) {
        RUNNING.remove();
      } else {
        RUNNING.set(outer);
      }
    }
  }

  private void begin(Connection connection, boolean givenAutoCommit) {
    try {
      if (givenIsolation != isolation) {
        connection.setTransactionIsolation(isolation);
      }
      connection.setAutoCommit(false);
    } catch (SQLException | RuntimeException e) {
      giveBack(connection, givenAutoCommit);
      throw noConnection(e);
    }
  }

  private static boolean isInAutoCommit(Connection connection) {
    try {
      return connection.getAutoCommit();
    } catch (SQLException | RuntimeException e) {
      close(connection);
      throw noConnection(e);
    }
  }

  private Connection connection() {
    try {
      Connection connection = dataSource.getConnection();
      if (givenIsolation == AS_GIVEN) {
        learn(connection);
      }
      return connection;
    } catch (SQLException e) {
      throw noConnection(e);
    }
  }

  private void learn(Connection connection) throws SQLException {
    try {
      givenIsolation = connection.getTransactionIsolation();
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static StoreUnavailableException noConnection(Exception e) {
    return StoreErrors.noConnection(
        "Beginning a transaction, in which nothing was done yet,", SqlErrors.ofDriver(e));
  }

  private static End commit(OwnTransaction transaction) {
    Connection connection = transaction.unguarded();
    ServerSession session = transaction.session();
    if (session != null) {
      session.requireWhole(connection);
    }
    try {
      connection.commit();
      return End.COMMITTED;
    } catch (SQLException | RuntimeException e) {
      SQLException of = SqlErrors.ofDriver(e);
      if (CallerTransactions.isRefusedCommit(of)) {
        String message =
            "The database refused to commit and rolled the transaction back: " + Texts.message(e);
        throw SqlErrors.isConflict(of)
            ? new StoreBusyException(message, e)
            : new CommitRefusedException(message, e);
      }
      throw unknown(e);
    } catch (Error broken) {
      // For example, the heap is full. The commit may have been sent.
      throw unknown(broken);
    }
  }

  private static CommitUnknownException unknown(Throwable broken) {
    String said = Texts.message(broken);
    return new CommitUnknownException(
        "The commit was sent and no response came: it may have been applied. " + said, broken);
  }

  private static void rollback(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException | RuntimeException e) {
      // If a connection can't roll back, it is lost, and the server ends its transaction.
      cause.addSuppressed(e);
    }
  }

  private void giveBack(Connection connection, boolean givenAutoCommit) {
    try (connection) {
      connection.setAutoCommit(givenAutoCommit);
      if (givenIsolation != isolation) {
        connection.setTransactionIsolation(givenIsolation);
      }
    } catch (SQLException | RuntimeException e) {
      // The connection is broken, and the pool will notice that. The result of the work is valid.
    }
  }
}
