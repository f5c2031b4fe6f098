package dev.baton.jdbc.operate;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.OperatorRequest;
import java.sql.SQLException;
import java.util.function.Supplier;

/** Searches that take too long are given up, with words that help. */
final class SearchTimeout {
  private SearchTimeout() {}

  /**
   * What the search answers.
   *
   * @param advice what to do when it is given up
   * @throws SearchTimeoutException when it was
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
                        + " s, or than was left of its request,")
                + " and was given up. "
                + advice,
            cause);
      }
      throw e;
    }
  }
}
