package dev.baton.spring.transaction;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.transaction.ServerSession;
import dev.baton.jdbc.transaction.SessionTransaction;
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
 * A transaction of Spring's as Baton sees it. It is bound to its thread while it is the current
 * one, so that all that is added in it shares it.
 */
public final class SpringTransaction implements SessionTransaction, TransactionSynchronization {
  private static final Logger LOG = LoggerFactory.getLogger(SpringTransaction.class);

  private final SpringTransactions key;
  private final boolean begunByBaton;
  private final List<Consumer<End>> callbacks = new ArrayList<>();

  /** Null with JTA, whose manager enlists connections by itself. */
  private @Nullable ServerSession session;

  /** From the commit on, or the end: volatile, since JTA may end it on a thread of its own. */
  private volatile boolean over;

  private volatile boolean committed;
  private boolean commitBegan;
  private boolean told;

  private SpringTransaction(SpringTransactions key, boolean begunByBaton) {
    this.key = key;
    this.begunByBaton = begunByBaton;
  }

  /** The thread's transaction, which its caller ends. */
  public static SpringTransaction joined(SpringTransactions key) {
    return bound(new SpringTransaction(key, false)).onItsSession();
  }

  /** The thread's transaction, which Baton has begun and whose end it tells itself. */
  public static SpringTransaction begun(SpringTransactions key) {
    return bound(new SpringTransaction(key, true)).onItsSession();
  }

  private SpringTransaction onItsSession() {
    session = key.isJta() ? null : ServerSession.of(key.connection());
    return this;
  }

  private static SpringTransaction bound(SpringTransaction transaction) {
    // What another thread has ended, as JTA may do, could not be unbound there.
    TransactionSynchronizationManager.unbindResourceIfPossible(transaction.key);
    TransactionSynchronizationManager.registerSynchronization(transaction);
    TransactionSynchronizationManager.bindResource(transaction.key, transaction);
    return transaction;
  }

  public static Connection connection(DataSource dataSource) {
    Connection connection = DataSourceUtils.getConnection(dataSource);
    // Only the count of its users: the transaction keeps it until its end.
    DataSourceUtils.releaseConnection(connection, dataSource);
    return connection;
  }

  /**
   * As {@link #connection}, taking part in JTA's transaction for certain. Some enlist a connection
   * only when it is used for the first time: until then it says that it commits by itself, and
   * tasks would be refused on it.
   */
  public static Connection enlisted(DataSource dataSource) {
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
  public boolean tellsItsEnd() {
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

  /** First of all: what others add in their after-commit callbacks is no part of it any more. */
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
    // An inner one that another thread has ended could not be unbound there.
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
    // What Baton began is told by it, when the connection has been given back.
    if (!begunByBaton) {
      tell(end(status));
    }
  }

  /**
   * A manager that fails to commit rolls back and tells of that alone, though the commit may have
   * been applied and its reply lost. JTA's coordinator knows.
   */
  private End end(int status) {
    return switch (status) {
      case STATUS_COMMITTED -> End.COMMITTED;
      case STATUS_ROLLED_BACK -> commitBegan && !key.isJta() ? End.UNKNOWN : End.ROLLED_BACK;
      default -> End.UNKNOWN;
    };
  }
}
