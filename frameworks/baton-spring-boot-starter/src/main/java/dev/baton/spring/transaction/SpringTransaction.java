package dev.baton.spring.transaction;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.transaction.internal.ServerSession;
import dev.baton.jdbc.transaction.internal.SessionTransaction;
import dev.baton.task.internal.Texts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A Spring transaction. While the transaction is current, this object is bound to its thread, so
 * that all adds share it.
 */
final class SpringTransaction implements SessionTransaction, TransactionSynchronization {
  private static final Logger LOG = LoggerFactory.getLogger(SpringTransaction.class);

  private final SpringTransactions key;
  private final boolean begunByBaton;
  private final List<Consumer<End>> callbacks = new ArrayList<>();

  /** Null with JTA, whose manager enlists connections by itself. */
  private @Nullable ServerSession session;

  /**
   * True from the commit on, or from the end; volatile, because JTA may end the transaction on its
   * own thread.
   */
  private volatile boolean over;

  private volatile boolean committed;
  private boolean commitBegan;
  private boolean told;

  private SpringTransaction(SpringTransactions key, boolean begunByBaton) {
    this.key = key;
    this.begunByBaton = begunByBaton;
  }

  /** Returns the thread's transaction, which its caller ends. */
  static SpringTransaction joined(SpringTransactions key) {
    return bound(new SpringTransaction(key, false)).onItsSession();
  }

  /** Returns the thread's transaction, which Baton has begun and whose end Baton reports. */
  static SpringTransaction begun(SpringTransactions key) {
    return bound(new SpringTransaction(key, true)).onItsSession();
  }

  private SpringTransaction onItsSession() {
    session = key.isJta() ? null : ServerSession.of(key.connection());
    return this;
  }

  private static SpringTransaction bound(SpringTransaction transaction) {
    // An earlier transaction may still be bound to this thread. With JTA, another thread may have
    // ended it, and could not unbind it here.
    TransactionSynchronizationManager.unbindResourceIfPossible(transaction.key);
    TransactionSynchronizationManager.registerSynchronization(transaction);
    TransactionSynchronizationManager.bindResource(transaction.key, transaction);
    return transaction;
  }

  static Connection connection(DataSource dataSource) {
    Connection connection = DataSourceUtils.getConnection(dataSource);
    // Decrements only the usage count: the transaction keeps the connection until its end.
    DataSourceUtils.releaseConnection(connection, dataSource);
    return connection;
  }

  /**
   * Returns a {@link #connection}, after making sure that it takes part in the JTA transaction.
   * Some pools enlist a connection on first use: until then it is in auto-commit mode, and tasks
   * would be refused on it.
   */
  static Connection enlisted(DataSource dataSource) {
    Connection connection = connection(dataSource);
    try {
      connection.createStatement().close();
    } catch (SQLException broken) {
      throw new StoreUnavailableException(
          "The connection of the JTA transaction can't be used: " + broken.getMessage(), broken);
    }
    return connection;
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    if (type == Connection.class) {
      return type.cast(key.connection());
    }
    throw new IllegalArgumentException(
        "This transaction has a java.sql.Connection, not a " + type.getName());
  }

  @Override
  public @Nullable ServerSession session() {
    return session;
  }

  @Override
  public void onEnd(Consumer<End> callback) {
    if (over) {
      throw new IllegalStateException("The transaction has ended");
    }
    callbacks.add(callback);
  }

  @Override
  public boolean reportsEnd() {
    return true;
  }

  public boolean isOver() {
    return over;
  }

  public boolean wasCommitted() {
    return committed;
  }

  public void tell(End end) {
    over = true;
    if (told) {
      return;
    }
    told = true;
    for (Consumer<End> callback : callbacks) {
      try {
        callback.accept(end);
      } catch (RuntimeException e) {
        LOG.error(
            "A callback after the end of a transaction ({}) threw an exception: the other"
                + " callbacks still run",
            end,
            Texts.harmless(e));
      }
    }
  }

  /**
   * Returns the highest precedence, so that this synchronization runs first. Tasks that other
   * after-commit callbacks add don't belong to this transaction.
   */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public void suspend() {
    TransactionSynchronizationManager.unbindResourceIfPossible(key);
  }

  @Override
  public void resume() {
    // An inner transaction may still be bound to this thread, because another thread ended it and
    // could not unbind it here.
    TransactionSynchronizationManager.unbindResourceIfPossible(key);
    TransactionSynchronizationManager.bindResource(key, this);
  }

  @Override
  public void beforeCommit(boolean readOnly) {
    if (session != null) {
      session.requireWhole(key.connection());
    }
    commitBegan = true;
  }

  @Override
  public void afterCommit() {
    over = true;
    committed = true;
  }

  @Override
  public void afterCompletion(int status) {
    over = true;
    committed |= status == STATUS_COMMITTED;
    if (TransactionSynchronizationManager.getResource(key) == this) {
      TransactionSynchronizationManager.unbindResource(key);
    }
    // For a transaction that Baton began, Baton reports the end itself, after the connection is
    // released.
    if (!begunByBaton) {
      tell(end(status));
    }
  }

  /**
   * Returns how the transaction ended. After a failed commit, a manager rolls back and reports only
   * the rollback. But the commit may have been applied, and only its response lost. Only JTA's
   * coordinator knows the outcome.
   */
  private End end(int status) {
    return switch (status) {
      case STATUS_COMMITTED -> End.COMMITTED;
      case STATUS_ROLLED_BACK -> commitBegan && !key.isJta() ? End.UNKNOWN : End.ROLLED_BACK;
      default -> End.UNKNOWN;
    };
  }
}
