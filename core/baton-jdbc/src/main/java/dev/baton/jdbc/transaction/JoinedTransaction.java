package dev.baton.jdbc.transaction;

import dev.baton.api.Transaction;
import dev.baton.jdbc.transaction.internal.EndCallbacks;
import java.sql.Connection;
import java.util.function.Consumer;

/**
 * A transaction on your own connection that you commit or roll back yourself. Call {@link
 * #committed()} after the commit, so that the tasks added in it start at once. Without this call,
 * the next poll finds the tasks.
 */
public final class JoinedTransaction implements Transaction {
  private final Connection connection;
  private final EndCallbacks callbacks = new EndCallbacks();

  JoinedTransaction(Connection connection) {
    this.connection = connection;
  }

  /** Notifies Baton that your commit returned. */
  public void committed() {
    callbacks.fire(End.COMMITTED);
  }

  /** Notifies Baton that you rolled back. */
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

  /** Returns false, because the caller may never report the end. */
  @Override
  public boolean reportsEnd() {
    return false;
  }
}
