package dev.baton.spi;

import dev.baton.api.Transaction;
import java.util.Optional;

/**
 * Provides database transactions to the engine: the thread's current transaction, or a new one.
 * Thread-safe.
 */
public interface Transactions {

  /** Returns the thread's current transaction; empty if there is none or it isn't known. */
  Optional<Transaction> current();

  /**
   * Runs the work in a new transaction and commits it. Rolls back if the work throws.
   *
   * @throws dev.baton.api.error.CommitUnknownException if the commit was sent but its response was
   *     lost
   */
  <T> T call(Work<T> work) throws Exception;

  /**
   * Runs work in a new transaction, like {@link #call}, if a store may be able to do the work with
   * a single statement. The store may run that statement in its own transaction. If one statement
   * can't do the whole work, nothing is written, and the work runs again as in {@link #call}. The
   * thread's {@link #current()} transaction doesn't change.
   *
   * @throws dev.baton.api.error.CommitUnknownException if the statement was sent but its response
   *     was lost
   */
  default <T> T callSingle(Work<T> work) throws Exception {
    return call(work);
  }

  /**
   * Returns the last sentence of an error message, which says how application code begins a
   * transaction that {@link #current} returns.
   */
  default String howToBegin() {
    return "Pass your transaction as the first argument, or make the call inside"
        + " transactions.call(transaction -> ...)";
  }

  /**
   * Returns the transactions of a store that doesn't support transactions of callers. The result is
   * always the same object.
   */
  static Transactions none() {
    return None.NONE;
  }

  /** The transactions of a store that doesn't support transactions of callers. */
  enum None implements Transactions {
    NONE;

    @Override
    public Optional<Transaction> current() {
      return Optional.empty();
    }

    @Override
    public <T> T call(Work<T> work) {
      throw Capability.TRANSACTIONS.missing("A transaction", "Call without one");
    }
  }

  /** Work inside a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T run(Transaction transaction) throws Exception;
  }
}
