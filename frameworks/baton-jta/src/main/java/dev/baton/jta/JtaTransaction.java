package dev.baton.jta;

import dev.baton.jdbc.transaction.EndCallbacks;
import dev.baton.jdbc.transaction.ServerSession;
import dev.baton.jdbc.transaction.SessionTransaction;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of the manager's as Baton sees it. All that is added in it shares it. Used by the
 * thread that is in it; its end may be told by another one, such as that of its timeout.
 */
final class JtaTransaction implements SessionTransaction, Synchronization {
  private final JtaThread thread;
  private final Enlistment enlistment;
  private final boolean begunByBaton;
  private final Object key;
  private final EndCallbacks callbacks = new EndCallbacks();

  /** Null until it is asked for, and again when the commit has begun. */
  private @Nullable Connection connection;

  private @Nullable ServerSession session;
  private volatile boolean commitBegan;

  JtaTransaction(JtaThread thread, Enlistment enlistment, boolean begunByBaton) {
    this.thread = thread;
    this.enlistment = enlistment;
    this.begunByBaton = begunByBaton;
    this.key = thread.registry().getTransactionKey();
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    if (type == Connection.class) {
      return type.cast(connection());
    }
    throw new IllegalArgumentException(
        "This transaction has a java.sql.Connection, not a " + type.getName());
  }

  private Connection connection() {
    requireOpen();
    if (connection == null) {
      connection = enlistment.connection();
      session = ServerSession.of(connection);
    }
    return connection;
  }

  /**
   * @throws IllegalStateException when it has ended, or the thread is in another one
   */
  void requireOpen() {
    int status = thread.status();
    if (!key.equals(thread.registry().getTransactionKey())) {
      throw new IllegalStateException(
          "This thread isn't in the JTA transaction that it was given: that one has ended, or is"
              + " suspended. Work that Baton runs in a transaction must leave its end to Baton, and"
              + " a transaction is used only while it is the thread's own");
    }
    if (status != Status.STATUS_ACTIVE && status != Status.STATUS_MARKED_ROLLBACK) {
      throw JtaThread.tooLate(status);
    }
  }

  @Override
  public @Nullable ServerSession session() {
    return session;
  }

  @Override
  public void onEnd(Consumer<End> callback) {
    callbacks.add(callback);
  }

  @Override
  public boolean tellsItsEnd() {
    return true;
  }

  void tell(End end) {
    callbacks.fire(end);
  }

  /** A pool warns of connections that are still open when their transaction is committed. */
  @Override
  public void beforeCompletion() {
    commitBegan = true;
    if (connection == null || session == null) {
      return;
    }
    session.requireWhole(connection);
    try {
      EnlistedConnection.giveBack(connection);
    } catch (SQLException broken) {
      // The commit finds out.
    }
    connection = null;
  }

  @Override
  public void afterCompletion(int status) {
    // What Baton began is told by it, when the thread's own transaction is back.
    if (!begunByBaton) {
      tell(end(status));
    }
  }

  /**
   * A resource of a single phase may answer that it has rolled back when only the answer to its
   * commit was lost.
   */
  private End end(int status) {
    return switch (status) {
      case Status.STATUS_COMMITTED -> End.COMMITTED;
      case Status.STATUS_ROLLEDBACK -> commitBegan ? End.UNKNOWN : End.ROLLED_BACK;
      default -> End.UNKNOWN;
    };
  }
}
