package dev.baton.engine.base;

import dev.baton.api.error.StoreBusyException;

/**
 * Transactions that Baton begins for its own work: one that another was in the way of, so that the
 * database rolled it back, is run again. A caller's transaction is the caller's to repeat.
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

  /** Runs the transaction until no other is in its way, or five times. */
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
