package dev.baton.spi;

import dev.baton.api.Transaction;
import java.util.Optional;

/** Gives the engine units of work: the thread's current one, or one of its own. Thread-safe. */
public interface Transactions {

  /** The transaction this thread is in, if the set-up knows of one. */
  Optional<Transaction> current();

  /**
   * Runs the work in a new transaction and commits it; rolls back when the work throws.
   *
   * @throws dev.baton.api.error.CommitUnknownException when the commit was sent and its answer lost
   */
  <T> T call(Work<T> work) throws Exception;

  /**
   * As {@link #call}, for work that may be one statement of the store: that statement may commit by
   * itself, and if it doesn't do all, nothing is done and the work is run again, as by {@link
   * #call}. The work isn't the thread's {@link #current()} transaction.
   *
   * @throws dev.baton.api.error.CommitUnknownException when the statement was sent and its answer
   *     lost
   */
  default <T> T callSingle(Work<T> work) throws Exception {
    return call(work);
  }

  /**
   * Says how code gets into a transaction that {@link #current} knows: the last sentences of a
   * message to its author.
   */
  default String howToBegin() {
    return "Pass your transaction as the first argument, or make the call inside"
        + " transactions.call(transaction -> ...)";
  }

  /** For a store that has none for callers; always the same. */
  static Transactions none() {
    return None.NONE;
  }

  /** Those of a store that has none for callers. */
  enum None implements Transactions {
    NONE;

    @Override
    public Optional<Transaction> current() {
      return Optional.empty();
    }

    @Override
    public <T> T call(Work<T> work) {
      throw Capability.TRANSACTIONS.missing("A transaction", "Do without it");
    }
  }

  /** What is done inside a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T run(Transaction transaction) throws Exception;
  }
}
