package dev.baton.jdbc.transaction;

import dev.baton.api.Transaction;
import java.sql.Connection;
import java.util.function.Consumer;

/**
 * A transaction that the caller ends himself, on a connection of his. Tell {@link #committed()}
 * after the commit and the tasks added in it start at once; without it the next poll finds them.
 */
public final class JoinedTransaction implements Transaction {
  private final Connection connection;
  private final EndCallbacks callbacks = new EndCallbacks();

  JoinedTransaction(Connection connection) {
    this.connection = connection;
  }

  /** Tells that the caller's commit returned. */
  public void committed() {
    callbacks.fire(End.COMMITTED);
  }

  /** Tells that the caller rolled back. */
  public void rolledBack() {
    callbacks.fire(End.ROLLED_BACK);
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    if (type == Connection.class) {
      return type.cast(connection);
    }
    throw new IllegalArgumentException(
        "This transaction has a java.sql.Connection, not a " + type.getName());
  }

  @Override
  public void onEnd(Consumer<End> callback) {
    callbacks.add(callback);
  }

  /** No: nothing makes sure that the caller tells it. */
  @Override
  public boolean tellsItsEnd() {
    return false;
  }
}
