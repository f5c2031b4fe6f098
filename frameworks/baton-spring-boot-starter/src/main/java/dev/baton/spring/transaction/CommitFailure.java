package dev.baton.spring.transaction;

import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.UnexpectedRollbackException;

/** Distinguishes a commit that the database refused from one whose result was lost. */
public final class CommitFailure {
  private CommitFailure() {}

  /** Returns the exception to throw: it says first whether the transaction was committed. */
  public static RuntimeException judged(RuntimeException failure) {
    if (failure instanceof UnexpectedRollbackException || failure instanceof StoreException) {
      // Baton throws its own StoreException before the commit is sent.
      return failure;
    }
    SQLException cause = sqlCause(failure);
    if (cause != null && CallerTransactions.isRefusedCommit(cause)) {
      return new CommitRefusedException(
          "The database refused to commit and rolled the transaction back: " + cause.getMessage(),
          failure);
    }
    if (cause == null && !(failure instanceof TransactionException)) {
      // Thrown before the commit was sent, by a flush or a callback.
      return failure;
    }
    return new CommitUnknownException(
        "The commit was sent but no response came: it may have been applied."
            + " "
            + failure.getMessage(),
        failure);
  }

  private static @Nullable SQLException sqlCause(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException found) {
        return found;
      }
    }
    return null;
  }
}
