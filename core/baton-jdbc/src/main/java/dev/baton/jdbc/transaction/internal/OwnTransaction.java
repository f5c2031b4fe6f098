package dev.baton.jdbc.transaction.internal;

import dev.baton.jdbc.transaction.JdbcTransaction;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that {@link JdbcTransactions} runs. The store also uses it to access the
 * connection.
 */
public final class OwnTransaction implements JdbcTransaction, SessionTransaction {
  private final Connection unguarded;
  private final EndCallbacks callbacks = new EndCallbacks();
  private final boolean single;
  private final int isolation;
  private final @Nullable ServerSession session;

  /** Null until code other than Baton's has asked for the connection. */
  private @Nullable Connection guarded;

  /** Creates a transaction. {@code single} is true for one statement that commits by itself. */
  public OwnTransaction(Connection unguarded, boolean single, int isolation) {
    this.unguarded = unguarded;
    this.single = single;
    this.isolation = isolation;
    this.session = single ? null : ServerSession.of(unguarded);
  }

  @Override
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
  public boolean reportsEnd() {
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

  /**
   * Returns the connection without its guard. Only the store may use it, because its savepoints
   * lose no writes of the caller.
   */
  public Connection unguarded() {
    return unguarded;
  }

  /**
   * @throws IllegalStateException if the transaction has ended
   */
  void requireOpen() {
    End end = callbacks.end();
    if (end != null) {
      throw new IllegalStateException(
          "The transaction has ended ("
              + end
              + "): JdbcTransactions.run and call end it when their work returns. Make the call"
              + " inside, or in a new transaction. Nothing was written");
    }
  }

  boolean isSingle() {
    return single;
  }

  /** Returns the isolation. Reads it from the server only if other code may have changed it. */
  int isolation() throws SQLException {
    return guarded == null ? isolation : unguarded.getTransactionIsolation();
  }

  public void ended(End end) {
    callbacks.fire(end);
  }
}
