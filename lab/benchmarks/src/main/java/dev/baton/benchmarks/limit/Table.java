package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The limit's table, and its statements. Stateless. */
interface Table {
  /** The statements of this database, for jobs that are told from one another or not. */
  static Table of(boolean mariaDb, boolean named) {
    return mariaDb ? new MariaDbTable(named) : new PostgresTable(named);
  }

  /** Jobs claimed by a scan, and how far it came. */
  record Found(List<Claimed> jobs, Instant last) {}

  void create(Connection connection) throws SQLException;

  /**
   * One job, by a statement that commits by itself.
   *
   * @param key its unique key, if it has one
   * @return whether it is new
   */
  boolean insert(Connection connection, long id, @Nullable String key, Job job) throws SQLException;

  /**
   * Many jobs, by a statement that commits by itself.
   *
   * @param keys their unique keys, if they have any
   */
  void insert(Connection connection, List<Long> ids, List<@Nullable String> keys, List<Job> jobs)
      throws SQLException;

  /** Claims those that are still there; answers their ids. */
  List<Long> claimKnown(Connection connection, long owner, List<Long> ids) throws SQLException;

  /** Claims the next ready ones of that kind that arrived at a time or later. */
  Found claimNext(Connection connection, long owner, Job.Kind kind, Instant since, int most)
      throws SQLException;

  /** Removes jobs that ended well, or moves them to those that are kept. */
  void finish(Connection connection, boolean keeps, long owner, List<Long> ids) throws SQLException;

  /** Makes jobs ready that failed. */
  void again(Connection connection, long owner, List<Long> ids) throws SQLException;

  /** Refuses to go on where not all were held here. */
  static void requireAll(int changed, List<Long> ids) {
    if (changed != ids.size()) {
      throw new IllegalStateException("Somebody else has changed jobs that are held here");
    }
  }
}
