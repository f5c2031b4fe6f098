package dev.baton.spring.transaction;

import dev.baton.api.Transaction;
import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.spi.Transactions;
import dev.baton.task.internal.Texts;
import java.sql.Connection;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Spring transactions for Baton. Tasks that are added in {@code @Transactional} code commit and
 * roll back with it. A transactional handler runs in a transaction that repositories join.
 * Thread-safe.
 *
 * <p>The result for a task that is added:
 *
 * <table>
 * <caption>By the caller's transaction</caption>
 * <tr><th>The caller has</th><th>The task</th></tr>
 * <tr><td>REQUIRED, MANDATORY, or SUPPORTS inside a transaction</td>
 * <td>commits and rolls back with it</td></tr>
 * <tr><td>REQUIRES_NEW</td>
 * <td>belongs to the inner transaction, regardless of the outer one</td></tr>
 * <tr><td>NESTED (with JDBC; with Hibernate Spring refuses it)</td>
 * <td>is removed if the savepoint is rolled back, and never starts</td></tr>
 * <tr><td>suspended its transaction (NOT_SUPPORTED)</td>
 * <td>is added alone, and stays regardless of the suspended transaction</td></tr>
 * <tr><td>a read-only transaction</td>
 * <td>is refused before anything is written ({@link IllegalStateException})</td></tr>
 * <tr><td>no transaction (NEVER, SUPPORTS without one, no annotation)</td>
 * <td>is added alone: durable when the call returns</td></tr>
 * <tr><td>a transaction of another data source or transaction manager</td>
 * <td>is refused before anything is written ({@link IllegalStateException}): it could commit
 * although the business change rolls back, or the other way round</td></tr>
 * <tr><td>a reactive transaction (R2DBC), if Spring has a bean of its manager</td>
 * <td>is refused before anything is written ({@link IllegalStateException})</td></tr>
 * <tr><td>a committed transaction (in an after-completion callback, {@code
 * @TransactionalEventListener})</td><td>is added alone</td></tr>
 * </table>
 *
 * <p>JDBC, JPA, Hibernate and jOOQ share the connection that Spring binds to the thread. With JTA,
 * the data source returns enlisted connections.
 *
 * <p>After the commit of a caller's transaction, this node reads the added tasks once before it
 * starts them. Other code may have removed them through the same connection, without Baton's
 * knowledge.
 */
public final class SpringTransactions implements Transactions {
  private static final Logger LOG = LoggerFactory.getLogger(SpringTransactions.class);
  private static final String JTA = "org.springframework.transaction.jta.JtaTransactionManager";

  private final DataSource dataSource;
  private final PlatformTransactionManager manager;
  private final boolean isJta;
  private final TransactionDefinition own;
  private final JdbcTransactions alone;

  private SpringTransactions(
      DataSource dataSource, PlatformTransactionManager manager, int isolation) {
    this.dataSource = target(dataSource);
    this.manager = manager;
    this.isJta = isJta(manager);
    this.alone = JdbcTransactions.of(this.dataSource);
    this.own = own(isolation);
    if (manager instanceof ConfigurableTransactionManager told) {
      told.addListener(new CommitBegins());
    }
  }

  private static TransactionDefinition own(int isolation) {
    DefaultTransactionDefinition definition =
        new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    definition.setIsolationLevel(isolation);
    definition.setName("baton");
    return definition;
  }

  /**
   * Marks each transaction that is about to commit. A task that an after-commit callback adds must
   * not be written in that transaction, because the task would never be committed. With JTA, the
   * connection is already released when such a callback runs, so this listener marks every
   * transaction.
   */
  private final class CommitBegins implements TransactionExecutionListener {
    @Override
    public void beforeCommit(TransactionExecution execution) {
      if (TransactionSynchronizationManager.isSynchronizationActive()
          && (isJta || TransactionSynchronizationManager.hasResource(dataSource))
          && !TransactionSynchronizationManager.hasResource(SpringTransactions.this)) {
        SpringTransaction.joined(SpringTransactions.this);
      }
    }
  }

  /**
   * Returns transactions of this manager on this data source. The transactions that Baton begins,
   * for example for transactional handlers, have the data source's default isolation.
   *
   * @throws IllegalArgumentException if the manager's transactions can't be on this data source, or
   *     don't report their end
   */
  public static SpringTransactions of(DataSource dataSource, PlatformTransactionManager manager) {
    return of(dataSource, manager, TransactionDefinition.ISOLATION_DEFAULT);
  }

  /**
   * Returns transactions of this manager on this data source. Transactions that Baton begins have
   * the given isolation, a constant of {@link TransactionDefinition}. Otherwise like {@link
   * #of(DataSource, PlatformTransactionManager)}.
   */
  public static SpringTransactions of(
      DataSource dataSource, PlatformTransactionManager manager, int isolation) {
    if (manager instanceof AbstractPlatformTransactionManager known
        && known.getTransactionSynchronization()
            == AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER) {
      throw new IllegalArgumentException(
          "The transaction manager "
              + ManagedSource.name(manager)
              + " has its synchronization disabled, so Baton isn't notified when a transaction"
              + " ends. Set transactionSynchronization to ALWAYS, its default");
    }
    if (!isJta(manager)) {
      ManagedSource.requireSame(manager, target(dataSource));
    }
    return new SpringTransactions(dataSource, manager, isolation);
  }

  /**
   * Returns the data source behind a proxy that joins transactions, or the given data source if it
   * isn't such a proxy.
   */
  public static DataSource target(DataSource given) {
    if (given instanceof TransactionAwareDataSourceProxy proxy
        && proxy.getTargetDataSource() != null) {
      return proxy.getTargetDataSource();
    }
    return given;
  }

  public static boolean isJta(PlatformTransactionManager manager) {
    // Compared by name, because the class needs the JTA API, which applications without JTA don't
    // have.
    for (Class<?> type = manager.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(JTA)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the transaction manager. */
  public PlatformTransactionManager manager() {
    return manager;
  }

  public DataSource dataSource() {
    return dataSource;
  }

  public boolean isJta() {
    return isJta;
  }

  /**
   * Returns the Spring transaction of this thread.
   *
   * @throws IllegalStateException if it is read-only, not on Baton's data source, or reactive
   */
  @Override
  public Optional<Transaction> current() {
    // A transaction that is active without synchronization has ended, and its callbacks are
    // running.
    if (!TransactionSynchronizationManager.isActualTransactionActive()
        || !TransactionSynchronizationManager.isSynchronizationActive()) {
      ReactiveTransaction.requireNone();
      return Optional.empty();
    }
    SpringTransaction bound =
        (SpringTransaction) TransactionSynchronizationManager.getResource(this);
    if (bound != null && bound.isOver()) {
      // Another thread has ended it, as JTA may do; or this is its after-commit phase.
      return Optional.empty();
    }
    requireWritable();
    if (bound != null) {
      return Optional.of(bound);
    }
    requireOurs();
    return Optional.of(SpringTransaction.joined(this));
  }

  @Override
  public String howToBegin() {
    return "Put @Transactional on the method that makes the change and the call, and call that method"
        + " on another bean: on `this` the annotation has no effect"
        + ", because the call doesn't pass Spring's proxy";
  }

  private static void requireWritable() {
    if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
      throw new IllegalStateException(
          "The transaction"
              + named()
              + " is read-only, so no task can be added or changed in it; nothing was written."
              + " Remove readOnly = true, or use a separate transaction (REQUIRES_NEW)");
    }
  }

  /**
   * Throws if the open transaction isn't one of this manager on this data source. Calls the
   * manager, because only the manager knows its own transactions.
   */
  private void requireOurs() {
    try {
      manager.getTransaction(
          new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY));
    } catch (IllegalTransactionStateException none) {
      throw notOurs();
    }
    if (!isJta && !TransactionSynchronizationManager.hasResource(dataSource)) {
      throw notOurs();
    }
  }

  private IllegalStateException notOurs() {
    return new IllegalStateException(
        "A transaction"
            + named()
            + " is open, but not one of "
            + ManagedSource.name(manager)
            + " on Baton's data source: a task added now wouldn't commit or roll back with it."
            + " Nothing was written. If the task belongs to that change, keep Baton's tables in"
            + " that database (baton.data-source); otherwise add it in a transaction of"
            + " Baton's manager (REQUIRES_NEW), or without one (NOT_SUPPORTED)");
  }

  private static String named() {
    String name = TransactionSynchronizationManager.getCurrentTransactionName();
    return name == null ? "" : " " + name;
  }

  @Override
  public <T> T call(Work<T> work) throws Exception {
    TransactionStatus status = begin();
    SpringTransaction transaction = SpringTransaction.begun(this);
    End end = End.ROLLED_BACK;
    try {
      T answer = inside(status, transaction, work);
      end = commit(status, transaction);
      return answer;
    } catch (CommitUnknownException unknown) {
      end = End.UNKNOWN;
      throw unknown;
    } finally {
      transaction.tell(end);
    }
  }

  private TransactionStatus begin() {
    try {
      return manager.getTransaction(own);
    } catch (TransactionException broken) {
      throw new StoreUnavailableException(
          "Could not begin a transaction; nothing was done: "
              + broken.getMessage()
              + ". Check that the database runs, and that the pool has a connection for each"
              + " transactional handler in addition to Baton's own",
          Texts.harmless(broken));
    }
  }

  private <T> T inside(TransactionStatus status, Transaction transaction, Work<T> work)
      throws Exception {
    try {
      return work.run(transaction);
    } catch (Throwable failure) {
      try {
        manager.rollback(status);
      } catch (RuntimeException gone) {
        // A connection that can't roll back is broken, and its transaction ends with it.
        failure.addSuppressed(gone);
      }
      throw failure;
    }
  }

  private End commit(TransactionStatus status, SpringTransaction transaction) {
    try {
      manager.commit(status);
      return End.COMMITTED;
    } catch (RuntimeException failure) {
      if (transaction.wasCommitted()) {
        LOG.error(
            "A callback after a commit threw an exception: the transaction is committed"
                + " anyway",
            Texts.harmless(failure));
        return End.COMMITTED;
      }
      throw CommitFailure.judged(failure);
    }
  }

  /**
   * A single statement needs no Spring transaction, because only Baton's code uses the connection.
   */
  @Override
  public <T> T callSingle(Work<T> work) throws Exception {
    return alone.callSingle(work);
  }

  /** Returns the connection that Spring has bound to this thread's transaction. */
  public Connection connection() {
    return isJta
        ? SpringTransaction.enlisted(dataSource)
        : SpringTransaction.connection(dataSource);
  }
}
