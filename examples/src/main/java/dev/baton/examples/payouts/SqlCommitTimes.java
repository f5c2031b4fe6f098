package dev.baton.examples.payouts;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Commit times in an SQL table. */
record SqlCommitTimes(DataSource dataSource) {
  private static final String INSERT =
      "INSERT INTO demo_commit_time (payout_key, committed_micros) VALUES (?, ?)";

  void write(List<CommitTimes.Committed> times) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
        for (CommitTimes.Committed one : times) {
          insert.setString(1, one.payoutKey());
          insert.setLong(2, one.micros());
          insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }
}
