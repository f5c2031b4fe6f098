package dev.baton.api;

import java.util.function.Consumer;

/**
 * A transaction in which a caller's business change and the tasks that it adds commit together.
 * Only one thread at a time may use it.
 */
public interface Transaction {

  /**
   * Returns the underlying resource, for example the {@code java.sql.Connection}.
   *
   * @throws IllegalArgumentException if the transaction has no resource of that class
   */
  <T> T unwrap(Class<T> type);

  /**
   * Registers a callback that is called once when the transaction has ended. If {@link
   * #reportsEnd()} returns false, the callback may never be called.
   */
  void onEnd(Consumer<End> callback);

  /**
   * Returns whether {@link #onEnd} callbacks are always called. If not, added tasks don't start
   * right after the commit: nodes find them at their next poll.
   */
  boolean reportsEnd();

  /**
   * Returns, after the commit, whether only Baton's own statements were executed in the
   * transaction. Return false if other code may have used its connection, such as a listener of a
   * transaction manager. If this returns true and Baton began the transaction only for the add, the
   * node can start the added tasks without reading their rows again.
   */
  default boolean isExclusive() {
    return false;
  }

  /** The end of a transaction. */
  enum End {
    /** The changes are durable. */
    COMMITTED,
    /** The changes were discarded. */
    ROLLED_BACK,
    /** The commit was sent, but its response was lost. */
    UNKNOWN
  }
}
