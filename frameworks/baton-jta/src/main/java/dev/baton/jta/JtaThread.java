package dev.baton.jta;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.task.internal.Texts;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.jspecify.annotations.Nullable;

/** Operations on the manager's transactions for the current thread. Stateless. */
record JtaThread(TransactionManager manager, TransactionSynchronizationRegistry registry) {

  int status() {
    return registry.getTransactionStatus();
  }

  void begin() {
    try {
      manager.begin();
    } catch (NotSupportedException | SystemException | RuntimeException broken) {
      throw new StoreUnavailableException(
          "Could not begin a JTA transaction; nothing was done: "
              + broken.getMessage()
              + ". Check the transaction manager and its log store",
          Texts.harmless(broken));
    }
  }

  /** Suspends the thread's transaction, if it has one. */
  Suspended suspend() {
    if (status() == Status.STATUS_NO_TRANSACTION) {
      return new Suspended(manager, null);
    }
    try {
      return new Suspended(manager, manager.suspend());
    } catch (SystemException broken) {
      throw new StoreUnavailableException(
          "The thread's JTA transaction can't be suspended; nothing was done: "
              + broken.getMessage(),
          broken);
    }
  }

  /** The suspended transaction of a thread, or none. */
  record Suspended(TransactionManager manager, @Nullable Transaction transaction) {
    void resume() {
      if (transaction == null) {
        return;
      }
      try {
        manager.resume(transaction);
      } catch (InvalidTransactionException | SystemException broken) {
        throw new IllegalStateException(
            "The JTA transaction that was suspended can't be resumed: " + broken.getMessage(),
            broken);
      }
    }
  }

  static IllegalStateException tooLate(int status) {
    return new IllegalStateException(
        "The thread's JTA transaction "
            + named(status)
            + ", so no task can be added or changed in it; nothing was written. Add tasks while"
            + " the transaction is active. To add a task regardless of its outcome, use a new"
            + " transaction (REQUIRES_NEW) or none (NOT_SUPPORTED)");
  }

  private static String named(int status) {
    return switch (status) {
      case Status.STATUS_MARKED_ROLLBACK -> "is marked for rollback";
      case Status.STATUS_PREPARING, Status.STATUS_PREPARED, Status.STATUS_COMMITTING ->
          "is being committed";
      case Status.STATUS_ROLLING_BACK -> "is being rolled back";
      case Status.STATUS_ROLLEDBACK -> "has been rolled back, perhaps by its timeout";
      default -> "has ended, or its state is unknown";
    };
  }
}
