package dev.baton.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that {@link JdbcTransactions} runs. It ends when its work returns or throws. Until
 * then its connection refuses to commit, roll back or close.
 */
public final class JdbcTransaction implements SessionTransaction {
  private final Connection unguarded;
  private final EndCallbacks callbacks = new EndCallbacks();
  private final boolean single;
  private final int isolation;
  private final @Nullable ServerSession session;

  /** Null until code other than Baton's has requested it. */
  private @Nullable Connection guarded;

  /** {@code single} is true for one statement that commits by itself. */
  JdbcTransaction(Connection unguarded, boolean single, int isolation) {
    this.unguarded = unguarded;
    this.single = single;
    this.isolation = isolation;
    this.session = single ? null : ServerSession.of(unguarded);
  }

  /** Returns the connection for your own statements. */
  public Connection connection() {
    if (guarded == null) {
      guarded = ConnectionGuard.around(unguarded);
    }
    return guarded;
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    if (type == Connection.class) {
      return type.cast(connection());
    }
    throw new IllegalArgumentException(
        "This transaction has a java.sql.Connection, not a " + type.getName());
  }

  @Override
  public void onEnd(Consumer<End> callback) {
    callbacks.add(callback);
  }

  @Override
  public boolean tellsItsEnd() {
    return true;
  }

  @Override
  public boolean isExclusive() {
    return guarded == null;
  }

  @Override
  public @Nullable ServerSession session() {
    return session;
  }

  /** Returns the raw connection, for the store, whose savepoints do no harm. */
  Connection unguarded() {
    return unguarded;
  }

  boolean isSingle() {
    return single;
  }

  /**
   * Returns the isolation, without a query to the server unless other code could have changed it.
   */
  int isolation() throws SQLException {
    return guarded == null ? isolation : unguarded.getTransactionIsolation();
  }

  void ended(End end) {
    callbacks.fire(end);
  }
}
