package dev.baton.api;

import java.util.function.Consumer;

/**
 * A database transaction that commits your own changes and the tasks that you add together. Get one
 * from {@code Baton.transactions().call(transaction -> ...)}, or from the classes with which a
 * store or framework joins a transaction of yours. Use it only until it ends, and on one thread at
 * a time. Stores and integrations of transaction managers implement this interface.
 */
public interface Transaction {

  /**
   * Returns the underlying resource, for example the {@code java.sql.Connection}.
   *
   * @throws IllegalArgumentException if the transaction has no resource of that class
   */
  <T> T unwrap(Class<T> type);

  /**
   * Registers a callback that is called once, after the transaction has ended, normally on the
   * thread that ends it. Callbacks run in the order of their registration. An exception of one does
   * not stop the others. A callback must not use the transaction. If {@link #reportsEnd()} returns
   * false, callbacks may never be called.
   */
  void onEnd(Consumer<End> callback);

  /**
   * Returns whether {@link #onEnd} callbacks are always called. If not, added tasks don't start
   * right after the commit: nodes find them at their next poll, by default within a second.
   */
  boolean reportsEnd();

  /**
   * Returns whether only Baton's own statements were executed in the transaction. Baton calls this
   * after the commit. If this returns true and Baton began the transaction only for the add, the
   * node can start the added tasks without reading their rows again. For implementers: return false
   * if other code, such as a listener of a transaction manager, may have used the connection.
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
