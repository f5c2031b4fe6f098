package dev.baton.examples.payouts;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * When payouts were committed, known only after the commit; written down in batches, so that starts
 * on other nodes, or after a kill, can be measured against them. Used by one thread.
 */
final class CommitTimes {
  private static final String INSERT =
      "INSERT INTO demo_commit_time (payout_key, committed_micros) VALUES (?, ?)";
  private static final int BATCH = 200;

  private record Committed(String payoutKey, long micros) {}

  private final DataSource dataSource;
  private final List<Committed> unwritten = new ArrayList<>();

  CommitTimes(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  void committed(Payout payout) {
    unwritten.add(new Committed(payout.key(), Micros.now()));
  }

  /** Writes a full batch. */
  void writeIfMany() throws SQLException {
    if (unwritten.size() >= BATCH) {
      write();
    }
  }

  /** Writes what there is. */
  void write() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
        for (Committed one : unwritten) {
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
    unwritten.clear();
  }
}
