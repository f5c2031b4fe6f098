package dev.baton.benchmarks.limit;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Jobs that are held under one owner.
 *
 * @param keeps whether they are kept once they have ended
 */
record Held(DataSource pool, Table table, long owner, boolean keeps) {

  /** At MariaDB's own isolation, repeatable read, a claim would keep others from inserting. */
  Connection connect() throws SQLException {
    Connection connection = pool.getConnection();
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    return connection;
  }
}
