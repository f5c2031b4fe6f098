package dev.baton.examples.payouts.site;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** The counts of a run in an SQL database. Thread-safe. */
final class SqlTally implements Tally {
  private static final String PAID = "SELECT COUNT(DISTINCT payout_key) FROM demo_ledger";
  private static final String LEDGER_ROWS = "SELECT COUNT(*) FROM demo_ledger";
  private static final String PAID_TWICE =
      "SELECT COUNT(*) FROM (SELECT payout_key FROM demo_ledger GROUP BY payout_key"
          + " HAVING COUNT(*) > 1) doubled";
  private static final String REFUSED =
      "SELECT COUNT(DISTINCT f.payout_key) FROM demo_failure f WHERE f.answer = 'REFUSED'"
          + " AND NOT EXISTS (SELECT 1 FROM demo_ledger l WHERE l.payout_key = f.payout_key)";
  // One more attempt followed every busy answer.
  private static final String RETRIED = "SELECT COUNT(*) FROM demo_failure WHERE answer = 'BUSY'";
  private static final String ATTEMPTS =
      "(SELECT payout_key, losses, started_micros, ended_micros FROM demo_ledger UNION ALL"
          + " SELECT payout_key, losses, started_micros, ended_micros FROM demo_failure) attempts";
  private static final String LOSSES =
      "SELECT COALESCE(SUM(losses), 0) FROM (SELECT MAX(losses) AS losses FROM "
          + ATTEMPTS
          + " GROUP BY payout_key) lost";
  private static final String LAST_END = "SELECT COALESCE(MAX(ended_micros), 0) FROM " + ATTEMPTS;
  private static final String TIMES =
      "SELECT p.partner, COALESCE(c.committed_micros, 0), made.first_start, made.last_end,"
          + " made.calls, made.in_calls FROM (SELECT payout_key, MIN(started_micros) AS first_start,"
          + " MAX(ended_micros) AS last_end, COUNT(*) AS calls,"
          + " SUM(ended_micros - started_micros) AS in_calls FROM "
          + ATTEMPTS
          + " GROUP BY payout_key) made JOIN demo_payout p ON p.payout_key = made.payout_key"
          + " LEFT JOIN demo_commit_time c ON c.payout_key = made.payout_key";
  private static final String OUTSTANDING =
      "SELECT p.task_id FROM demo_payout p"
          + " WHERE NOT EXISTS (SELECT 1 FROM demo_ledger l WHERE l.payout_key = p.payout_key)"
          + " AND NOT EXISTS (SELECT 1 FROM demo_failure f"
          + " WHERE f.payout_key = p.payout_key AND f.answer = 'REFUSED')";

  private final DataSource dataSource;

  SqlTally(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  @Override
  public long paid() throws SQLException {
    return number(PAID);
  }

  @Override
  public long ledgerRows() throws SQLException {
    return number(LEDGER_ROWS);
  }

  @Override
  public long paidTwice() throws SQLException {
    return number(PAID_TWICE);
  }

  @Override
  public long refused() throws SQLException {
    return number(REFUSED);
  }

  @Override
  public long retried() throws SQLException {
    return number(RETRIED);
  }

  @Override
  public long losses() throws SQLException {
    return number(LOSSES);
  }

  @Override
  public long lastEndMicros() throws SQLException {
    return number(LAST_END);
  }

  @Override
  public List<PayoutTimes> times() throws SQLException {
    return list(
        TIMES,
        row ->
            new PayoutTimes(
                row.getString(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6)));
  }

  @Override
  public List<UUID> outstanding() throws SQLException {
    return list(OUTSTANDING, rows -> UUID.fromString(rows.getString(1)));
  }

  private long number(String query) throws SQLException {
    return list(query, rows -> rows.getLong(1)).get(0);
  }

  private <T> List<T> list(String query, Reading<T> reading) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      List<T> list = new ArrayList<>();
      while (rows.next()) {
        list.add(reading.of(rows));
      }
      return list;
    }
  }

  /** Reads one value from one row. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }
}
