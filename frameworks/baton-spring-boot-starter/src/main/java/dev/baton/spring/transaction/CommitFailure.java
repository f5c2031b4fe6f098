package dev.baton.spring.transaction;

import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.UnexpectedRollbackException;

/** Tells a commit that the database refused from one whose answer was lost. */
public final class CommitFailure {
  private CommitFailure() {}

  /** What to throw instead: whether it was committed is the first thing to know. */
  public static RuntimeException judged(RuntimeException failure) {
    if (failure instanceof UnexpectedRollbackException || failure instanceof StoreException) {
      // The latter is Baton's own, before the commit was sent.
      return failure;
    }
    SQLException cause = sqlCause(failure);
    if (cause != null && JdbcTransactions.isRefusedCommit(cause)) {
      return new CommitRefusedException(
          "The database refused to commit and rolled the transaction back: " + cause.getMessage(),
          failure);
    }
    if (cause == null && !(failure instanceof TransactionException)) {
      // Thrown before the commit was sent: by a flush, or somebody's callback.
      return failure;
    }
    return new CommitUnknownException(
        "The commit was sent and no answer came: it may have been applied. " + failure.getMessage(),
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
