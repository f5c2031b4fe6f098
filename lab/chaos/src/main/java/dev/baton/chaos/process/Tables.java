package dev.baton.chaos.process;

import dev.baton.chaos.record.TaskKind;
import dev.baton.jdbc.BatonSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/**
 * The tables of the business. They have no unique columns, so that nothing hides a task that runs
 * twice.
 */
final class Tables {
  private Tables() {}

  static void make(DataSource dataSource) throws SQLException {
    BatonSchema.apply(dataSource);
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE chaos_business (add_id VARCHAR(40) NOT NULL, kind VARCHAR(20) NOT NULL,"
              + " task_id VARCHAR(40) NOT NULL, after_id VARCHAR(40) NOT NULL)");
      statement.execute(
          "CREATE TABLE chaos_effect (add_id VARCHAR(40) NOT NULL, step INT NOT NULL, task_id"
              + " VARCHAR(40) NOT NULL, worker VARCHAR(40) NOT NULL, at_millis BIGINT NOT NULL)");
      statement.execute(
          "CREATE TABLE chaos_order (flow_key VARCHAR(40) PRIMARY KEY, places INT NOT NULL)");
      for (int i = 0; i < TaskKind.KEYS_IN_ORDER; i++) {
        statement.execute("INSERT INTO chaos_order VALUES ('key-" + i + "', 0)");
      }
      statement.execute(
          "CREATE TABLE chaos_place (add_id VARCHAR(40) NOT NULL, flow_key VARCHAR(40) NOT NULL,"
              + " place INT NOT NULL)");
      statement.execute("CREATE TABLE chaos_calm (n INT NOT NULL)");
      statement.execute("INSERT INTO chaos_calm VALUES (1)");
      statement.execute("CREATE INDEX chaos_effect_add ON chaos_effect (add_id)");
      statement.execute("CREATE INDEX chaos_business_add ON chaos_business (add_id)");
    }
  }

  /**
   * A row of the business.
   *
   * @param after the add whose task this one waits for; {@code -} for none
   */
  record Business(String addId, TaskKind kind, String taskId, String after) {}

  static void business(Connection connection, List<Business> rows) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO chaos_business VALUES (?, ?, ?, ?)")) {
      for (Business row : rows) {
        insert.setString(1, row.addId());
        insert.setString(2, row.kind().name());
        insert.setString(3, row.taskId());
        insert.setString(4, row.after());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /**
   * Stores the place of an add among those of its key. The transaction locks the key until it
   * commits.
   */
  static void place(Connection connection, String addId, String key) throws SQLException {
    for (String sql :
        List.of(
            "UPDATE chaos_order SET places = places + 1 WHERE flow_key = ?",
            "INSERT INTO chaos_place (add_id, flow_key, place)"
                + " SELECT '"
                + addId
                + "', flow_key, places FROM chaos_order WHERE flow_key = ?")) {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, key);
        statement.executeUpdate();
      }
    }
  }

  /** Reads a table that never changes, so that a transaction takes its snapshot. */
  static void look(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT n FROM chaos_calm").close();
    }
  }

  static void effect(Connection connection, String addId, int step, Object taskId, String worker)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO chaos_effect VALUES (?, ?, ?, ?, ?)")) {
      insert.setString(1, addId);
      insert.setInt(2, step);
      insert.setString(3, taskId.toString());
      insert.setString(4, worker);
      insert.setLong(5, System.currentTimeMillis());
      insert.executeUpdate();
    }
  }
}
