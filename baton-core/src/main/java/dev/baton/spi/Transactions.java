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
   * @throws dev.baton.api.CommitUnknownException when the commit was sent and its answer lost
   */
  <T> T call(Work<T> work) throws Exception;

  /** What is done inside a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T run(Transaction transaction) throws Exception;
  }
}
