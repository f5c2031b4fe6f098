package dev.baton.jta;

import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/** Distinguishes a refused commit from one whose result was lost. */
final class CommitFailure {
  /** Maximum number of causes that are examined; deeper causes describe other failures. */
  private static final int MAX_LOOKED_AT = 100;

  private CommitFailure() {}

  /** Returns the exception to throw: it says first whether the transaction was committed. */
  static RuntimeException judged(Exception failure) {
    boolean rolledBack =
        failure instanceof RollbackException || failure instanceof HeuristicRollbackException;
    XAException resource = find(failure, XAException.class);
    if (!rolledBack || (resource != null && !isRefused(resource))) {
      return new CommitUnknownException(
          "The commit was sent, and it is unknown whether it was applied. " + reason(failure),
          failure);
    }
    if (resource != null) {
      return new CommitRefusedException(
          "The database refused to commit and rolled the transaction back. " + reason(resource),
          failure);
    }
    StoreException own = find(failure, StoreException.class);
    if (own != null) {
      // A StoreException is thrown before the commit is sent.
      return own;
    }
    return new IllegalStateException(
        "The JTA transaction was rolled back although its work had finished: it was marked for"
            + " rollback, its timeout expired, or a callback before the commit failed. "
            + reason(failure),
        failure);
  }

  /**
   * Returns whether the database refused the commit. Reads the database's own error if it is known,
   * because the XA error code alone is too general.
   */
  private static boolean isRefused(XAException resource) {
    SQLException said = find(resource, SQLException.class);
    return said != null
        ? CallerTransactions.isRefusedCommit(said)
        : resource.errorCode >= XAException.XA_RBBASE && resource.errorCode <= XAException.XA_RBEND;
  }

  private static String reason(Throwable failure) {
    SQLException said = find(failure, SQLException.class);
    return String.valueOf(said == null ? failure.getMessage() : said.getMessage());
  }

  /**
   * Searches the causes and the suppressed exceptions, which contain the errors of the manager's
   * resources.
   */
  private static <E extends Throwable> @Nullable E find(Throwable failure, Class<E> type) {
    Deque<Throwable> all = new ArrayDeque<>();
    all.add(failure);
    for (int i = 0; i < MAX_LOOKED_AT && !all.isEmpty(); i++) {
      Throwable next = all.remove();
      if (type.isInstance(next)) {
        return type.cast(next);
      }
      if (next.getCause() != null) {
        all.add(next.getCause());
      }
      all.addAll(List.of(next.getSuppressed()));
    }
    return null;
  }
}
