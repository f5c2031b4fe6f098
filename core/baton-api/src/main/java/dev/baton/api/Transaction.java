package dev.baton.api;

import java.util.function.Consumer;

/**
 * The unit of work in which a caller's business change and the tasks it adds commit together. Used
 * by one thread at a time.
 */
public interface Transaction {

  /**
   * The underlying resource, for example the {@code java.sql.Connection}.
   *
   * @throws IllegalArgumentException when there is none of that class
   */
  <T> T unwrap(Class<T> type);

  /**
   * Calls back once when the transaction has ended. A transaction whose end is never told says so
   * by {@link #tellsItsEnd()}.
   */
  void onEnd(Consumer<End> callback);

  /**
   * Whether {@link #onEnd} callbacks are sure to be called. Tasks added where they aren't are found
   * by the next poll instead of being started after the commit.
   */
  boolean tellsItsEnd();

  /**
   * Asked after the commit: whether nothing but Baton's own statements can have been executed in
   * it. Not where others had its connection, nor where they take part, as listeners of a
   * transaction manager do. Only in such a transaction, and only if Baton has begun it for an add
   * alone, do the tasks added start on this node without being read first.
   */
  default boolean isExclusive() {
    return false;
  }

  /** How a transaction ended. */
  enum End {
    /** It is durable. */
    COMMITTED,
    /** It never was. */
    ROLLED_BACK,
    /** The commit was sent and its answer lost. */
    UNKNOWN
  }
}
