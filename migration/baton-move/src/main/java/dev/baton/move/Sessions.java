package dev.baton.move;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.SQLException;
import java.time.Instant;

/** Runs transactions on the database with the old engine's tables and Baton's. Thread-safe. */
final class Sessions {
  private final Database database;
  private final Statements statements;

  Sessions(Database database) {
    this.database = database;
    this.statements = database.statements();
    String name = database.dialect().name();
    if (!name.equals("postgresql") && !name.equals("mysql")) {
      throw new IllegalArgumentException(
          "Tasks can be taken over on PostgreSQL, MySQL and MariaDB, not on " + name);
    }
  }

  /** Returns Baton's own statements. */
  Statements statements() {
    return statements;
  }

  /** Work in a transaction. */
  interface Work<T> {
    T in(Session session, Transaction transaction) throws SQLException;
  }

  /** Runs the work in a transaction; again if another transaction was in the way. */
  <T> T transaction(String doing, Work<T> work) {
    return database.transaction(
        doing,
        connection -> {
          try {
            Session session = new Session(connection, database.dialect());
            return work.in(session, JdbcTransactions.join(connection));
          } catch (StoreException failed) {
            if (failed.getCause() instanceof SQLException cause) {
              throw cause;
            }
            throw failed;
          }
        });
  }

  Instant clock() {
    return transaction("Reading the clock", (session, transaction) -> now(session));
  }

  /** Returns the database's clock time. */
  Instant now(Session session) throws SQLException {
    return statements
        .query(session.connection(), "read-now", b -> {}, row -> statements.time(row, 1))
        .get(0);
  }
}
