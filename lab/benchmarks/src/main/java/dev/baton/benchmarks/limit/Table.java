package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of the plain JDBC contender and its statements. Stateless. */
interface Table {
  /** Returns the statements for this database, for jobs with or without names. */
  static Table of(boolean mariaDb, boolean named) {
    return mariaDb ? new MariaDbTable(named) : new PostgresTable(named);
  }

  /** The jobs that a scan claimed, and the position it reached. */
  record Found(List<Claimed> jobs, Instant last) {}

  void create(Connection connection) throws SQLException;

  /**
   * Inserts one job with a statement that commits by itself.
   *
   * @param key its unique key, if it has one
   * @return whether it is new
   */
  boolean insert(Connection connection, long id, @Nullable String key, Job job) throws SQLException;

  /**
   * Inserts many jobs with a statement that commits by itself.
   *
   * @param keys their unique keys, if they have any
   */
  void insert(Connection connection, List<Long> ids, List<@Nullable String> keys, List<Job> jobs)
      throws SQLException;

  /** Claims those of these jobs that still exist. Returns their ids. */
  List<Long> claimKnown(Connection connection, long owner, List<Long> ids) throws SQLException;

  /** Claims the next ready jobs of that kind that arrived at a time or later. */
  Found claimNext(Connection connection, long owner, Job.Kind kind, Instant since, int most)
      throws SQLException;

  /** Deletes jobs that ended well, or moves them to the kept ones. */
  void finish(Connection connection, boolean keeps, long owner, List<Long> ids) throws SQLException;

  /** Makes failed jobs ready again. */
  void again(Connection connection, long owner, List<Long> ids) throws SQLException;

  /** Throws unless all jobs were still claimed by this process. */
  static void requireAll(int changed, List<Long> ids) {
    if (changed != ids.size()) {
      throw new IllegalStateException("Another process has changed this process's jobs");
    }
  }
}
