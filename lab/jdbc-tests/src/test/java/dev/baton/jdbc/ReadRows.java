package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import javax.sql.DataSource;

/**
 * How many rows and entries of indexes questions read on MariaDB, sorted ones and those of
 * temporary tables included, counted by the session itself: the pool has one connection.
 */
final class ReadRows {
  private static final String READ =
      "SELECT SUM(variable_value) FROM information_schema.session_status"
          + " WHERE variable_name LIKE 'Handler_read_%' OR variable_name = 'Sort_rows'";

  private final DataSource pool;

  ReadRows(DataSource pool) {
    this.pool = pool;
  }

  /** The answer to a question that reads no more than these. */
  <T> T atMost(int rows, Callable<T> question) throws Exception {
    long own = -TestDatabase.number(pool, READ) + TestDatabase.number(pool, READ);
    long before = TestDatabase.number(pool, READ);
    T answer = question.call();
    assertThat(TestDatabase.number(pool, READ) - before - own)
        .as("rows read")
        .isLessThanOrEqualTo(rows);
    return answer;
  }
}
