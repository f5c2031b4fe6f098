package dev.baton.jta;

import dev.baton.jdbc.transaction.internal.EndCallbacks;
import dev.baton.jdbc.transaction.internal.ServerSession;
import dev.baton.jdbc.transaction.internal.SessionTransaction;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of the manager. All adds in the transaction share this object. Used by the
 * transaction's thread; another thread, such as that of the timeout, may report its end.
 */
final class JtaTransaction implements SessionTransaction, Synchronization {
  private final JtaThread thread;
  private final Enlistment enlistment;
  private final boolean begunByBaton;
  private final Object key;
  private final EndCallbacks callbacks = new EndCallbacks();

  /** The connection; null before its first use, and after the commit has begun. */
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
   * @throws IllegalStateException if the transaction has ended, or the thread is in another one
   */
  void requireOpen() {
    int status = thread.status();
    if (!key.equals(thread.registry().getTransactionKey())) {
      throw new IllegalStateException(
          "This thread isn't in the JTA transaction of this object: that one has ended, or is"
              + " suspended. Work that Baton runs in a transaction must not end the transaction,"
              + " and must use it only in the transaction's own thread");
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
  public boolean reportsEnd() {
    return true;
  }

  void tell(End end) {
    callbacks.fire(end);
  }

  /**
   * Closes the connection before the commit, because a pool warns of connections that are still
   * open then.
   */
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
      // The commit reports the failure.
    }
    connection = null;
  }

  @Override
  public void afterCompletion(int status) {
    // For a transaction that Baton began, Baton reports the end itself, after it has resumed the
    // thread's outer transaction.
    if (!begunByBaton) {
      tell(end(status));
    }
  }

  /**
   * Returns how the transaction ended. A one-phase resource may report a rollback although only the
   * response to its commit was lost.
   */
  private End end(int status) {
    return switch (status) {
      case Status.STATUS_COMMITTED -> End.COMMITTED;
      case Status.STATUS_ROLLEDBACK -> commitBegan ? End.UNKNOWN : End.ROLLED_BACK;
      default -> End.UNKNOWN;
    };
  }
}
