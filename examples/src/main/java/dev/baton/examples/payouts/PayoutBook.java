package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.InputRow;
import dev.baton.examples.payouts.input.Payout;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.UUID;

/** The accepted payouts: the business rows that are written together with their tasks. */
final class PayoutBook {
  private static final String INSERT =
      "INSERT INTO demo_payout (payout_key, input_row, task_id, id, partner, amount, currency,"
          + " priority, due_in_seconds, bank) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String INPUT_ROW = "SELECT input_row FROM demo_payout WHERE payout_key = ?";

  private static final String INPUT_ROWS = "SELECT input_row FROM demo_payout";

  void insert(Connection connection, InputRow.Valid row, UUID taskId) throws SQLException {
    Payout payout = row.payout();
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setString(1, payout.key());
      insert.setLong(2, row.number());
      insert.setString(3, taskId.toString());
      insert.setString(4, payout.id());
      insert.setString(5, payout.partner());
      insert.setBigDecimal(6, payout.amount());
      insert.setString(7, payout.currency());
      insert.setInt(8, payout.priority());
      insert.setLong(9, payout.dueInSeconds());
      insert.setString(10, payout.bank());
      insert.executeUpdate();
    }
  }

  /** Returns the rows of the input whose payouts are in the book. */
  BitSet inputRows(Connection connection) throws SQLException {
    BitSet all = new BitSet();
    try (PreparedStatement query = connection.prepareStatement(INPUT_ROWS);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        all.set(rows.getInt(1));
      }
    }
    return all;
  }

  /** Returns the row of the input that the payout came from; 0 if it isn't in the book. */
  long inputRow(Connection connection, Payout payout) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(INPUT_ROW)) {
      query.setString(1, payout.key());
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? rows.getLong(1) : 0;
      }
    }
  }
}
