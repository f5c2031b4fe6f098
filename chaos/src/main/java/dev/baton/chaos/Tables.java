package dev.baton.chaos;

import dev.baton.jdbc.BatonSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The business's tables. Nothing in them is unique, so that nothing hides a task that runs twice.
 */
final class Tables {
  private Tables() {}

  static void make(DataSource dataSource) throws SQLException {
    BatonSchema.apply(dataSource);
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE chaos_business (add_id VARCHAR(40) NOT NULL, kind VARCHAR(10) NOT NULL,"
              + " task_id VARCHAR(40) NOT NULL, after_id VARCHAR(40) NOT NULL)");
      statement.execute(
          "CREATE TABLE chaos_effect (add_id VARCHAR(40) NOT NULL, step INT NOT NULL,"
              + " task_id VARCHAR(40) NOT NULL, worker VARCHAR(40) NOT NULL, at_millis BIGINT NOT NULL)");
      statement.execute("CREATE INDEX chaos_effect_add ON chaos_effect (add_id)");
      statement.execute("CREATE INDEX chaos_business_add ON chaos_business (add_id)");
    }
  }

  /** {@code after} is the add whose task this one waits for; {@code -} for none. */
  static void business(
      Connection connection, String addId, TaskKind kind, String taskId, String after)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO chaos_business VALUES (?, ?, ?, ?)")) {
      insert.setString(1, addId);
      insert.setString(2, kind.name());
      insert.setString(3, taskId);
      insert.setString(4, after);
      insert.executeUpdate();
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
