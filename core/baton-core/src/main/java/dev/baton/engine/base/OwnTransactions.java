package dev.baton.engine.base;

import dev.baton.api.error.StoreBusyException;

/**
 * Repeats a transaction that Baton began for its own work if the database rolled it back in favour
 * of another one, as after a deadlock. Callers repeat their own transactions.
 */
public final class OwnTransactions {
  /** How often one is run at most. */
  static final int MAX_TRIES = 5;

  private OwnTransactions() {}

  /** A transaction. */
  @FunctionalInterface
  public interface Run<T> {
    T run() throws Exception;
  }

  /** Runs the transaction until the database keeps it, five times at most. */
  public static <T> T repeated(Run<T> transaction) throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        return transaction.run();
      } catch (StoreBusyException busy) {
        if (tries == MAX_TRIES) {
          throw busy;
        }
      }
    }
  }
}
