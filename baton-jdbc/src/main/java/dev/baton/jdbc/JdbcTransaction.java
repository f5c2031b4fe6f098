package dev.baton.jdbc;

import dev.baton.api.Transaction;
import java.sql.Connection;
import java.util.function.Consumer;

/**
 * A transaction that {@link JdbcTransactions} runs. It ends when the work that was given it returns
 * or throws; its connection can't be committed, rolled back or closed before.
 */
public final class JdbcTransaction implements Transaction {
  private final Connection unguarded;
  private final ConnectionGuard guard = new ConnectionGuard();
  private final Connection guarded;
  private final EndCallbacks callbacks = new EndCallbacks();
  private final boolean single;

  /** {@code single} for one statement that commits by itself. */
  JdbcTransaction(Connection unguarded, boolean single) {
    this.unguarded = unguarded;
    this.guarded = guard.around(unguarded);
    this.single = single;
  }

  /** The connection for your own statements. */
  public Connection connection() {
    return guarded;
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    if (type == Connection.class) {
      return type.cast(guarded);
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
  public boolean keptEverything() {
    return !guard.rolledBackToSavepoint();
  }

  /** For the store, whose own savepoints lose nothing. */
  Connection unguarded() {
    return unguarded;
  }

  boolean isSingle() {
    return single;
  }

  void ended(End end) {
    callbacks.fire(end);
  }
}
