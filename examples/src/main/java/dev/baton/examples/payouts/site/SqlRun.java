package dev.baton.examples.payouts.site;

import dev.baton.examples.payouts.PayoutAdder;
import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.examples.payouts.input.PayoutInput;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Reads the results of a run from the tables of an SQL database. */
final class SqlRun {
  /** Delete this demo's rows from Baton's tables, and no others. Child rows are deleted first. */
  private static final List<String> LEFTOVERS =
      List.of(
          "DELETE FROM baton_attempt WHERE task_id IN (SELECT id FROM baton_task WHERE type = ?)",
          "DELETE FROM baton_attempt WHERE task_id IN"
              + " (SELECT id FROM baton_finished WHERE type = ?)",
          "DELETE FROM baton_finished_key WHERE type = ?",
          "DELETE FROM baton_key WHERE type = ?",
          "DELETE FROM baton_finished WHERE type = ?",
          "DELETE FROM baton_task WHERE type = ?");

  /** Only PostgreSQL stores several finished tasks in one row. */
  private static final String LEFT_BATCHES = "DELETE FROM baton_shared_row WHERE type = ?";

  private SqlRun() {}

  /** Resumes the open run of this input, or begins one. */
  static Run open(DataSource dataSource, PayoutInput input) throws SQLException, CannotRun {
    try (Connection connection = dataSource.getConnection()) {
      DatabaseKind kind = DatabaseKind.of(connection);
      Optional<PayoutInput> open = openRun(connection);
      if (open.isPresent() && open.get().digest().equals(input.digest())) {
        return Run.resumed(() -> close(dataSource));
      }
      begin(connection, kind, input);
      return new Run(false, open.map(PayoutInput::name), () -> close(dataSource));
    }
  }

  private static void close(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM demo_run");
    }
  }

  private static Optional<PayoutInput> openRun(Connection connection) throws SQLException {
    if (!DemoTables.exist(connection)) {
      return Optional.empty();
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT input_name, input_digest FROM demo_run")) {
      return rows.next()
          ? Optional.of(PayoutInput.remembered(rows.getString(1), rows.getString(2)))
          : Optional.empty();
    }
  }

  private static void begin(Connection connection, DatabaseKind kind, PayoutInput input)
      throws SQLException {
    DemoTables.makeAnew(connection, kind);
    List<String> all = new ArrayList<>(LEFTOVERS);
    if (kind == DatabaseKind.POSTGRESQL) {
      all.add(LEFT_BATCHES);
    }
    for (String leftovers : all) {
      try (PreparedStatement delete = connection.prepareStatement(leftovers)) {
        delete.setString(1, PayoutAdder.EXECUTE_PAYOUT.name());
        delete.executeUpdate();
      }
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO demo_run (input_name, input_digest) VALUES (?, ?)")) {
      insert.setString(1, input.name());
      insert.setString(2, input.digest());
      insert.executeUpdate();
    }
  }
}
