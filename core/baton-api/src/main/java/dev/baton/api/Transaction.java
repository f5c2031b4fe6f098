package dev.baton.api;

import java.util.function.Consumer;

/**
 * A transaction in which a caller's business change and the tasks it adds commit together. One
 * thread uses it at a time.
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
   * #tellsItsEnd()} returns false, the callback may never be called.
   */
  void onEnd(Consumer<End> callback);

  /**
   * Returns whether {@link #onEnd} callbacks are always called. If not, the next poll finds the
   * added tasks; they don't start right after the commit.
   */
  boolean tellsItsEnd();

  /**
   * Returns, after the commit, whether only Baton's own statements were executed in the
   * transaction. This is false if other code had its connection or took part in it, as listeners of
   * a transaction manager do. Added tasks start on this node without a read of their rows only if
   * this returns true and Baton began the transaction just for the add.
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
