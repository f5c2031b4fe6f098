package dev.baton.jdbc.operate;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.OperatorRequest;
import java.sql.SQLException;
import java.util.function.Supplier;

/** Runs searches. If a search takes too long, it throws an exception with advice. */
final class SearchTimeout {
  private SearchTimeout() {}

  /**
   * Runs the search and returns its result.
   *
   * @param advice what to do if the search times out
   * @throws SearchTimeoutException if the search timed out
   */
  static <T> T told(String doing, String advice, Supplier<T> search) {
    try {
      return search.get();
    } catch (StoreException e) {
      if (e.getCause() instanceof SQLException cause && SqlErrors.isTimedOut(cause)) {
        throw new SearchTimeoutException(
            doing
                + (OperatorRequest.current() == null
                    ? " took longer than " + Statements.MAX_SEARCH_SECONDS + " s"
                    : " took longer than "
                        + Statements.MAX_SEARCH_SECONDS
                        + " s or the rest of its request's time,")
                + " and was given up. "
                + advice,
            cause);
      }
      throw e;
    }
  }
}
