package dev.baton.tck.simulation.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;

/** What handlers and callers write beside tasks. */
final class Effects {
  private Effects() {}

  static void write(Connection connection, String name) {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO baton_sim_effect (name) VALUES (?)")) {
      statement.setString(1, name);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException("The effect can't be written: " + e.getMessage(), e);
    }
  }

  /** Undoes what comes after it. */
  static Runnable savepoint(Connection connection) {
    try {
      Savepoint savepoint = connection.setSavepoint();
      return () -> {
        try {
          connection.rollback(savepoint);
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      };
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
