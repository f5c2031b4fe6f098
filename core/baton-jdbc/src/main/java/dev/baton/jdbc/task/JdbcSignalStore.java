package dev.baton.jdbc.task;

import dev.baton.api.Transaction;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads, locks and changes tasks in {@code baton_task} for callers that signal or cancel them. At
 * repeatable read or serializable, PostgreSQL refuses to write a row that has changed since the
 * transaction's snapshot. The caller must then repeat the transaction. Thread-safe.
 */
public final class JdbcSignalStore implements TransactionalSignalStore {
  private final Database database;
  private final JdbcTaskStore tasks;
  private final Statements statements;
  private final Rows rows;

  public JdbcSignalStore(Database database, JdbcTaskStore tasks) {
    this.database = database;
    this.tasks = tasks;
    this.statements = database.statements();
    this.rows = new Rows(database.dialect());
  }

  @Override
  public boolean apply(Task seen, Transition transition) {
    return database.transaction(
        "Changing task " + seen.id(),
        connection -> {
          Transaction own = JdbcTransactions.join(connection);
          return lock(own, seen.id())
                  .filter(now -> now.position().isSameButForTheNextEvent(seen.position()))
                  .isPresent()
              && tasks.apply(own, transition);
        });
  }

  @Override
  public Optional<Task> lock(Transaction transaction, UUID id) {
    try {
      return statements
          .query(
              CallerTransactions.connectionOf(transaction, database),
              "lock-task",
              b -> b.uuid(id),
              rows::task)
          .stream()
          .findFirst();
    } catch (SQLException e) {
      throw CallerTransactions.failed(
          transaction, database, "Locking task " + id + " in the given transaction", e);
    }
  }
}
