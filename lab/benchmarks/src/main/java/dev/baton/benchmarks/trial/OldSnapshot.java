package dev.baton.benchmarks.trial;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A transaction that was opened and forgotten: rows that die after its begin can't be vacuumed. */
public final class OldSnapshot implements AutoCloseable {
  private final Connection connection;

  private OldSnapshot(Connection connection) {
    this.connection = connection;
  }

  /** Begins the transaction. */
  public static OldSnapshot on(DatabaseAddress database) throws SQLException {
    Connection connection = database.connect();
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      // The first read takes the snapshot, not the begin.
      statement.execute("SELECT count(*) FROM information_schema.tables");
    }
    return new OldSnapshot(connection);
  }

  @Override
  public void close() throws SQLException {
    connection.rollback();
    connection.close();
  }
}
