package dev.baton.jdbc.task;

import dev.baton.api.error.StoreUnusableException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SchemaMigrations;
import dev.baton.jdbc.transaction.CallerTransactions;
import dev.baton.spi.Transactions;
import dev.baton.task.Texts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a database can be used as it is. Thread-safe. */
final class DatabaseCheck {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseCheck.class);

  private final Database database;
  private final SchemaMigrations schema;

  DatabaseCheck(Database database, SchemaMigrations schema) {
    this.database = database;
    this.schema = schema;
  }

  /** Fails where the schema or a setting breaks a promise; warns where commits may be lost. */
  void database() {
    schema.check();
    List<String> wrong = database.statement("Reading settings", database.dialect()::wrongSettings);
    if (!wrong.isEmpty()) {
      throw new StoreUnusableException(String.join(". ", wrong));
    }
    for (String setting :
        database.statement("Reading settings", database.dialect()::weakSettings)) {
      LOG.warn(
          "This database may lose commits that it has acknowledged, and the tasks in them: {}",
          Texts.line(setting));
    }
    for (String narrow :
        database.statement("Reading encodings", database.dialect()::narrowEncodings)) {
      LOG.warn(
          "Baton's tables can't hold every text: {}. Tasks whose type, key or state has a character"
              + " that it lacks are refused, and error texts get question marks in its place. Use a"
              + " database with ENCODING 'UTF8' (PostgreSQL), or ALTER TABLE … CONVERT TO"
              + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin (MariaDB, MySQL)",
          Texts.line(narrow));
    }
  }

  /** A renewal changes the task's row, and the handler's own transaction writes it at its end. */
  void handlersIn(Transactions transactions) {
    try {
      transactions.call(
          transaction -> {
            Connection connection = CallerTransactions.connectionOf(transaction, database);
            if (database.dialect().refusesChangedRows(connection)) {
              throw refusedIsolation(connection.getTransactionIsolation());
            }
            return true;
          });
    } catch (SQLException e) {
      throw database.unavailable("Looking at the isolation of handlers' transactions", e);
    } catch (RuntimeException told) {
      throw told;
    } catch (Exception undeclared) {
      throw new IllegalStateException(undeclared);
    }
  }

  private static StoreUnusableException refusedIsolation(int isolation) {
    return new StoreUnusableException(
        "Transactional handlers would run at "
            + (isolation == Connection.TRANSACTION_REPEATABLE_READ
                ? "repeatable read"
                : "serializable")
            + ", where this database refuses to end a task whose lease was renewed while its"
            + " handler ran: such a handler would fail, and run again, for ever. Give handlers"
            + " read committed transactions: JdbcTransactions.of(dataSource), or a bean"
            + " SpringTransactions.of(dataSource, manager,"
            + " TransactionDefinition.ISOLATION_READ_COMMITTED); lock what must not change with"
            + " SELECT ... FOR UPDATE. On MariaDB innodb_snapshot_isolation = OFF allows repeatable"
            + " read, too");
  }
}
