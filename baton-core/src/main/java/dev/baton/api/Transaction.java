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
   * Asked after the commit: whether everything inserted is sure to be there. False when a savepoint
   * may have been rolled back; tasks handed to this node are then read before they start.
   */
  boolean keptEverything();

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
