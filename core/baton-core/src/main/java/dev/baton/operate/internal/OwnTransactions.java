package dev.baton.operate.internal;

import dev.baton.api.error.StoreBusyException;

/**
 * Repeats a transaction of Baton if the database has rolled it back, for example to resolve a
 * deadlock. Callers must repeat their own transactions themselves.
 */
public final class OwnTransactions {
  /** Maximum number of times that a transaction runs. */
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
