package dev.baton.engine.add;

import dev.baton.api.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Replaces a transaction on a store that offers none to callers. An add is one insert there, which
 * is durable when it returns. Owned by the adding thread.
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
  public boolean tellsItsEnd() {
    return true;
  }

  @Override
  public boolean isExclusive() {
    return true;
  }
}
