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
 * Baton's transactions are Spring's: what is added inside {@code @Transactional} code commits and
 * rolls back with it, and a transactional handler runs in a transaction that repositories join.
 * Thread-safe.
 *
 * <p>What becomes of a task that is added:
 *
 * <table>
 *   <caption>By the caller's transaction</caption>
 *   <tr><th>The caller has</th><th>The task</th></tr>
 *   <tr><td>REQUIRED, MANDATORY, or SUPPORTS inside one</td>
 *       <td>commits and rolls back with it</td></tr>
 *   <tr><td>REQUIRES_NEW</td>
 *       <td>belongs to the inner transaction, whatever becomes of the outer one</td></tr>
 *   <tr><td>NESTED (with JDBC; with Hibernate Spring refuses it)</td>
 *       <td>is gone when the savepoint is rolled back, and never starts</td></tr>
 *   <tr><td>suspended it (NOT_SUPPORTED)</td>
 *       <td>is added alone, and stays whatever becomes of the suspended transaction</td></tr>
 *   <tr><td>a read-only one</td>
 *       <td>is refused before anything is written ({@link IllegalStateException})</td></tr>
 *   <tr><td>none (NEVER, SUPPORTS without one, no annotation)</td>
 *       <td>is added alone: durable when the call returns</td></tr>
 *   <tr><td>one of another data source or transaction manager</td>
 *       <td>is refused before anything is written ({@link IllegalStateException}): it would commit
 *       although the business change rolls back, or the other way round</td></tr>
 *   <tr><td>a reactive one (R2DBC), where Spring has a bean of its manager</td>
 *       <td>is refused before anything is written ({@link IllegalStateException})</td></tr>
 *   <tr><td>one that has been committed (an after-completion callback, {@code
 *       @TransactionalEventListener})</td><td>is added alone</td></tr>
 * </table>
 *
 * <p>JDBC, JPA, Hibernate and jOOQ share the connection that Spring binds to the thread. With JTA
 * the data source gives connections that are enlisted.
 *
 * <p>Tasks added in a caller's transaction are read once after its commit before they start on this
 * node, since code may have taken them back on the connection itself, unseen.
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
   * Marks each transaction that is about to commit, so that a task added in an after-commit
   * callback is seen to come too late for it: it would be written, and never committed. With JTA
   * the connection has been given back by then.
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
   * Transactions of this manager on this data source; those that Baton begins, for transactional
   * handlers among others, have the isolation that the data source gives.
   *
   * @throws IllegalArgumentException when the manager's transactions can't be on this data source,
   *     or don't tell their end
   */
  public static SpringTransactions of(DataSource dataSource, PlatformTransactionManager manager) {
    return of(dataSource, manager, TransactionDefinition.ISOLATION_DEFAULT);
  }

  /**
   * As {@link #of(DataSource, PlatformTransactionManager)}, with an isolation of {@link
   * TransactionDefinition}'s for those that Baton begins.
   */
  public static SpringTransactions of(
      DataSource dataSource, PlatformTransactionManager manager, int isolation) {
    if (manager instanceof AbstractPlatformTransactionManager known
        && known.getTransactionSynchronization()
            == AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER) {
      throw new IllegalArgumentException(
          "The transaction manager "
              + ManagedSource.name(manager)
              + " has its synchronisation switched off, so that Baton isn't told when a transaction"
              + " ends. Set transactionSynchronization to ALWAYS, its default");
    }
    if (!isJta(manager)) {
      ManagedSource.requireSame(manager, target(dataSource));
    }
    return new SpringTransactions(dataSource, manager, isolation);
  }

  /** The data source itself, also where a proxy was given that joins transactions by itself. */
  public static DataSource target(DataSource given) {
    if (given instanceof TransactionAwareDataSourceProxy proxy
        && proxy.getTargetDataSource() != null) {
      return proxy.getTargetDataSource();
    }
    return given;
  }

  public static boolean isJta(PlatformTransactionManager manager) {
    // By name: its class needs the JTA API, which applications without JTA don't have.
    for (Class<?> type = manager.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(JTA)) {
        return true;
      }
    }
    return false;
  }

  /** The manager whose transactions these are. */
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
   * The transaction of Spring's that this thread is in.
   *
   * @throws IllegalStateException when it is read-only, not on Baton's data source, or reactive
   */
  @Override
  public Optional<Transaction> current() {
    // Where it is active without synchronisation it has ended, and its callbacks are being called.
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
              + " Take readOnly = true away, or do it in a transaction of its own (REQUIRES_NEW)");
    }
  }

  /** Asks the manager itself: only it knows whether what is open is its own. */
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
            + " on Baton's data source: a task added now wouldn't commit and roll back with it."
            + " Nothing was written. If the task belongs to that change, keep Baton's tables in"
            + " that database (baton.data-source); if it doesn't, add it in a transaction of"
            + " Baton's manager (REQUIRES_NEW), or outside of any (NOT_SUPPORTED)");
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
          "Beginning a transaction, in which nothing was done yet, failed: "
              + broken.getMessage()
              + ". Check that the database runs, and that the pool has a connection for each"
              + " transactional handler beside Baton's own",
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
        // A connection that can't roll back is gone, and its transaction with it.
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
            "A callback after a commit threw an exception: the transaction is committed all the"
                + " same",
            Texts.harmless(failure));
        return End.COMMITTED;
      }
      throw CommitFailure.judged(failure);
    }
  }

  /** One statement needs no transaction of Spring's: no code but Baton's sees it. */
  @Override
  public <T> T callSingle(Work<T> work) throws Exception {
    return alone.callSingle(work);
  }

  /** The connection that Spring has bound to this thread's transaction. */
  public Connection connection() {
    return isJta
        ? SpringTransaction.enlisted(dataSource)
        : SpringTransaction.connection(dataSource);
  }
}
