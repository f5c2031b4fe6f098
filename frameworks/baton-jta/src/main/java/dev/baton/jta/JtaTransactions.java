package dev.baton.jta;

import dev.baton.api.Transaction;
import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.spi.Transactions;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of a Jakarta transaction manager. A task that is added in one commits and rolls back
 * with it. A transactional handler runs in one, so what it writes through the same data source
 * commits together with the task's completion. Thread-safe.
 *
 * <pre>{@code
 * JtaTransactions transactions = JtaTransactions.of(dataSource, manager, registry);
 * Baton baton =
 *     Baton.builder(JdbcStore.of(transactions.outside())).transactions(transactions).start();
 * }</pre>
 *
 * <table>
 * <caption>By the caller's transaction</caption>
 * <tr><th>The caller has</th><th>The task</th></tr>
 * <tr><td>an active transaction</td><td>commits and rolls back with it</td></tr>
 * <tr><td>suspended its transaction and begun another one</td><td>belongs to the other
 * one</td></tr>
 * <tr><td>no transaction, or has suspended it</td>
 * <td>is added alone: durable when the call returns</td></tr>
 * <tr><td>a committed transaction (in an after-completion callback)</td>
 * <td>is added alone</td></tr>
 * <tr><td>a transaction that is marked for rollback, is completing, or was rolled back, for example
 * by its timeout</td>
 * <td>is refused before anything is written ({@link IllegalStateException})</td></tr>
 * <tr><td>a data source whose connections aren't enlisted in the transaction</td>
 * <td>is refused before anything is written ({@link IllegalStateException})</td></tr>
 * </table>
 *
 * <p>After the commit of a caller's transaction, this node reads the added tasks once before it
 * starts them, because other code uses the same connection and may have removed them.
 */
public final class JtaTransactions implements Transactions {
  private final JtaThread thread;
  private final Enlistment enlistment;
  private final DataSource outside;
  private final JdbcTransactions alone;

  private JtaTransactions(JtaThread thread, DataSource dataSource) {
    this.thread = thread;
    this.enlistment = new Enlistment(thread, dataSource);
    this.outside = new OutsideTransactions(thread, dataSource);
    this.alone = JdbcTransactions.of(outside);
  }

  /**
   * Returns transactions of this manager on this data source. The first transaction verifies that
   * the data source's connections are enlisted in the manager's transactions.
   *
   * @param dataSource its connections are enlisted in the thread's transaction
   * @param registry the manager's registry, which reports the end of transactions
   */
  public static JtaTransactions of(
      DataSource dataSource,
      TransactionManager manager,
      TransactionSynchronizationRegistry registry) {
    return new JtaTransactions(new JtaThread(manager, registry), dataSource);
  }

  /**
   * Returns a data source with connections that never take part in the thread's transaction. The
   * node uses them for its own statements. The thread's transaction is suspended while a connection
   * is used.
   */
  public DataSource outside() {
    return outside;
  }

  /**
   * Returns the current transaction of this thread.
   *
   * @throws IllegalStateException if nothing can be written in it any more, or the data source
   *     isn't enlisted in it
   */
  @Override
  public Optional<Transaction> current() {
    int status = thread.status();
    if (status == Status.STATUS_NO_TRANSACTION || status == Status.STATUS_COMMITTED) {
      return Optional.empty();
    }
    if (status != Status.STATUS_ACTIVE) {
      throw JtaThread.tooLate(status);
    }
    JtaTransaction known = (JtaTransaction) thread.registry().getResource(this);
    if (known != null) {
      return Optional.of(known);
    }
    enlistment.require();
    return Optional.of(joined(false));
  }

  @Override
  public String howToBegin() {
    return "Put @Transactional on the method that makes the change and the call, and call that method"
        + " through its bean: without an interceptor the annotation has no effect. In plain Java,"
        + " begin the transaction with the TransactionManager first";
  }

  private JtaTransaction joined(boolean begunByBaton) {
    JtaTransaction transaction = new JtaTransaction(thread, enlistment, begunByBaton);
    thread.registry().registerInterposedSynchronization(transaction);
    thread.registry().putResource(this, transaction);
    return transaction;
  }

  @Override
  public <T> T call(Work<T> work) throws Exception {
    enlistment.require();
    JtaTransaction transaction = null;
    End end = End.ROLLED_BACK;
    JtaThread.Suspended outer = thread.suspend();
    try {
      thread.begin();
      transaction = joined(true);
      T answer = inside(transaction, work);
      end = commit();
      return answer;
    } catch (CommitUnknownException unknown) {
      end = End.UNKNOWN;
      throw unknown;
    } finally {
      outer.resume();
      tell(transaction, end);
    }
  }

  private static void tell(@Nullable JtaTransaction transaction, End end) {
    if (transaction != null) {
      transaction.tell(end);
    }
  }

  private <T> T inside(JtaTransaction transaction, Work<T> work) throws Exception {
    try {
      T answer = work.run(transaction);
      transaction.requireOpen();
      return answer;
    } catch (Throwable failure) {
      rollback(failure);
      throw failure;
    }
  }

  /** Rolls back, even if the work has ended its transaction itself and begun another one. */
  private void rollback(Throwable failure) {
    try {
      if (thread.status() != Status.STATUS_NO_TRANSACTION) {
        thread.manager().rollback();
      }
    } catch (SystemException | RuntimeException gone) {
      // A transaction that can't be rolled back ends with its connection.
      failure.addSuppressed(gone);
    }
  }

  private End commit() {
    try {
      thread.manager().commit();
      return End.COMMITTED;
    } catch (Exception failure) {
      throw CommitFailure.judged(failure);
    }
  }

  /**
   * A single statement needs no transaction of the manager, because only Baton's code uses the
   * connection.
   */
  @Override
  public <T> T callSingle(Work<T> work) throws Exception {
    return alone.callSingle(work);
  }
}
