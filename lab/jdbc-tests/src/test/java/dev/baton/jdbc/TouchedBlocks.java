package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Counts the blocks that queries touch in some tables of PostgreSQL, as the database counts them.
 * The pool must lend the connection that was used last, which ran the query: each connection keeps
 * its counts until it is asked to report them.
 */
final class TouchedBlocks {
  private final DataSource pool;
  private final String tables;

  TouchedBlocks(DataSource pool, String... tables) {
    this.pool = pool;
    this.tables =
        List.of(tables).stream().collect(Collectors.joining("', '", " WHERE relname IN ('", "')"));
  }

  /**
   * Returns the result of a query and checks that it scans no table and touches at most this number
   * of blocks.
   */
  <T> T atMost(int blocks, Callable<T> question) throws Exception {
    long scans = scans();
    long before = blocks();
    T answer = question.call();
    assertThat(scans() - scans).as("sequential scans").isZero();
    assertThat(blocks() - before).as("blocks").isLessThanOrEqualTo(blocks);
    return answer;
  }

  private long scans() throws SQLException {
    return statistic("SELECT sum(seq_scan) FROM pg_stat_user_tables");
  }

  private long blocks() throws SQLException {
    return statistic(
        "SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)"
            + " FROM pg_statio_user_tables");
  }

  private long statistic(String query) throws SQLException {
    TestDatabase.execute(pool, "SELECT pg_stat_force_next_flush()");
    return TestDatabase.number(pool, query + tables);
  }
}
