package dev.baton.engine.base;

import dev.baton.api.error.StoreBusyException;

/**
 * Repeats a transaction of Baton that the database rolled back in favour of another one, for
 * example after a deadlock. Callers repeat their own transactions themselves.
 */
public final class OwnTransactions {
  /** Limit of runs of one transaction. */
  static final int MAX_TRIES = 5;

  private OwnTransactions() {}

  /** A transaction. */
  @FunctionalInterface
  public interface Run<T> {
    T run() throws Exception;
  }

  /** Runs the transaction until the database commits it, at most five times. */
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
