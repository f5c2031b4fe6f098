package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.BankWord;
import dev.baton.examples.payouts.input.Payout;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The books: one row for each payout that was made, and one for each call that the bank didn't pay.
 * No unique constraint prevents a second booking of a payout, because it would hide the mistakes
 * that the demo looks for.
 */
final class Ledger {
  private static final String PAID =
      "INSERT INTO demo_ledger (payout_key, partner, amount, currency, losses, started_micros,"
          + " ended_micros) VALUES (?, ?, ?, ?, ?, ?, ?)";
  private static final String FAILED =
      "INSERT INTO demo_failure (payout_key, answer, losses, started_micros, ended_micros)"
          + " VALUES (?, ?, ?, ?, ?)";
  private static final String FAILURES = "SELECT COUNT(*) FROM demo_failure WHERE payout_key = ?";

  /**
   * The data of one row.
   *
   * @param startedMicros when the attempt started
   * @param losses how many attempts of the payout lost their node before
   */
  record Entry(Payout payout, long startedMicros, int losses) {}

  /** Returns how often the bank has failed for this payout. */
  long failures(Connection connection, Payout payout) throws SQLException {
    if (!(BankWord.of(payout.bank()).orElseThrow() instanceof BankWord.Busy)) {
      return 0;
    }
    try (PreparedStatement query = connection.prepareStatement(FAILURES)) {
      query.setString(1, payout.key());
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** Records that the bank paid. */
  void paid(Connection connection, Entry entry) throws SQLException {
    Payout payout = entry.payout();
    try (PreparedStatement insert = connection.prepareStatement(PAID)) {
      insert.setString(1, payout.key());
      insert.setString(2, payout.partner());
      insert.setBigDecimal(3, payout.amount());
      insert.setString(4, payout.currency());
      insert.setInt(5, entry.losses());
      insert.setLong(6, entry.startedMicros());
      insert.setLong(7, Micros.now());
      insert.executeUpdate();
    }
  }

  /** Records that the bank didn't pay. */
  void failed(Connection connection, Entry entry, BankAnswer answer) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(FAILED)) {
      insert.setString(1, entry.payout().key());
      insert.setString(2, answer.name());
      insert.setInt(3, entry.losses());
      insert.setLong(4, entry.startedMicros());
      insert.setLong(5, Micros.now());
      insert.executeUpdate();
    }
  }
}
