package dev.baton.tck.simulation.sql;

import dev.baton.api.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

/**
 * Changes that people and other programs make to Baton's tables, on the connection of a
 * transaction.
 */
public final class SqlPeople {
  private SqlPeople() {}

  /** Locks the rows of these tasks one after the other, in the given order. */
  public static void lock(Transaction transaction, List<UUID> ids) throws SQLException {
    Connection connection = transaction.unwrap(Connection.class);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT id FROM baton_task WHERE id IN (?"
                + ", ?".repeat(ids.size() - 1)
                + ") ORDER BY id FOR UPDATE")) {
      for (int i = 0; i < ids.size(); i++) {
        bind(connection, statement, i + 1, ids.get(i));
      }
      statement.executeQuery().close();
    }
  }

  /** Changes a task that doesn't run. */
  public static boolean edit(Transaction transaction, UUID id, String how) throws SQLException {
    Connection connection = transaction.unwrap(Connection.class);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE baton_task SET " + how + " WHERE id = ? AND status IN (1, 2)")) {
      bind(connection, statement, 1, id);
      return statement.executeUpdate() == 1;
    }
  }

  /** Makes limits that no task uses now look as if they were unused for long. */
  public static boolean ageLimits(Transaction transaction) throws SQLException {
    try (Statement statement = transaction.unwrap(Connection.class).createStatement()) {
      return statement.executeUpdate(
              "UPDATE baton_limit SET idle_after = TIMESTAMP '2020-01-01 00:00:00'")
          > 0;
    }
  }

  private static void bind(Connection connection, PreparedStatement statement, int index, UUID id)
      throws SQLException {
    if (connection.getMetaData().getDatabaseProductName().equals("MariaDB")) {
      statement.setBytes(
          index,
          java.nio.ByteBuffer.allocate(16)
              .putLong(id.getMostSignificantBits())
              .putLong(id.getLeastSignificantBits())
              .array());
    } else {
      statement.setObject(index, id);
    }
  }
}
