package dev.baton.jdbc.transaction.internal;

import dev.baton.api.Transaction.End;
import dev.baton.task.internal.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The callbacks of one transaction. Each one is called once. If it throws, neither the other
 * callbacks nor the caller are affected. Thread-safe, because a timeout may end the transaction on
 * another thread.
 */
public final class EndCallbacks {
  private static final Logger LOG = LoggerFactory.getLogger(EndCallbacks.class);

  private final List<Consumer<End>> callbacks = new ArrayList<>();
  private @Nullable End end;

  /**
   * @throws IllegalStateException if the transaction has ended
   */
  public synchronized void add(Consumer<End> callback) {
    if (end != null) {
      throw new IllegalStateException("The transaction has ended: " + end);
    }
    callbacks.add(callback);
  }

  /** Returns how the transaction ended; null until then. */
  synchronized @Nullable End end() {
    return end;
  }

  /**
   * Calls all callbacks with this end. Call this only once.
   *
   * @throws IllegalStateException if the transaction has ended
   */
  public void fire(End how) {
    for (Consumer<End> callback : ended(how)) {
      try {
        callback.accept(how);
      } catch (RuntimeException e) {
        LOG.error(
            "A callback after the end of a transaction ({}) threw an exception: the other"
                + " callbacks still run",
            how,
            Texts.harmless(e));
      }
    }
  }

  private synchronized List<Consumer<End>> ended(End how) {
    if (end != null) {
      throw new IllegalStateException("The transaction has ended already: " + end);
    }
    end = how;
    return callbacks;
  }
}
