package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import javax.sql.DataSource;

/**
 * Counts the rows and index entries that queries read on MariaDB, including sorted ones and those
 * of temporary tables. The session itself counts them: the pool has one connection.
 */
final class ReadRows {
  private static final String READ =
      "SELECT SUM(variable_value) FROM information_schema.session_status"
          + " WHERE variable_name LIKE 'Handler_read_%' OR variable_name = 'Sort_rows'";

  private final DataSource pool;

  ReadRows(DataSource pool) {
    this.pool = pool;
  }

  /** Returns the result of a query and checks that it reads at most this number of rows. */
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
