package dev.baton.engine.add;

import dev.baton.api.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes the place of a transaction on a store that offers no transactions to callers. On such a
 * store, an add is one insert, which is durable when it returns. Only the adding thread uses it.
 */
final class OwnInsert implements Transaction {
  private final List<Consumer<End>> callbacks = new ArrayList<>();

  /** Records that the insert has returned. */
  void done() {
    callbacks.forEach(callback -> callback.accept(End.COMMITTED));
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    throw new IllegalArgumentException("This store has no transactions to unwrap");
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
    return true;
  }
}
