package dev.baton.jdbc.task;

import dev.baton.api.Transaction;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoredText;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.Revision;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Handles requests whose id or key already belongs to another task, in the caller's transaction.
 * Thread-safe.
 *
 * <p>It reads the task without a lock, so that a running task can end without waiting for the
 * caller. At repeatable read and serializable, it reads rows that were committed after the caller's
 * snapshot on a separate connection of the store.
 */
public final class JdbcResubmissionStore implements ResubmissionStore {
  private final Database database;
  private final Statements statements;
  private final Lookup lookup;
  private final Rows rows;

  public JdbcResubmissionStore(Database database) {
    this.database = database;
    this.statements = database.statements();
    SqlStrategy strategy = SqlStrategy.of(statements);
    UniqueKeys keys = new UniqueKeys(database, statements, strategy.adds());
    this.lookup = new Lookup(database, statements, keys, strategy.shared());
    this.rows = new Rows(database.dialect());
  }

  @Override
  public Standing standing(Transaction transaction, UUID id, boolean committed) {
    Connection connection = CallerTransactions.connectionOf(transaction, database);
    try {
      boolean snapshot =
          connection.getTransactionIsolation() > Connection.TRANSACTION_READ_COMMITTED;
      return committed && snapshot
          ? database.statement("Reading task " + id, own -> standing(own, id))
          : standing(connection, id);
    } catch (SQLException e) {
      throw CallerTransactions.failed(
          transaction, database, "Reading task " + id + " in the given transaction", e);
    }
  }

  private Standing standing(Connection connection, UUID id) throws SQLException {
    List<Standing.Live> live =
        statements.query(
            connection,
            "standing",
            b -> b.uuid(id),
            row -> new Standing.Live(rows.task(row), statements.time(row, Rows.TASK_COLUMNS + 1)));
    if (!live.isEmpty()) {
      return live.get(0);
    }
    List<FinishedTask> finished =
        statements.byIds(connection, "read-finished", List.of(id), rows::finished);
    return finished.isEmpty() ? new Standing.Gone() : new Standing.Finished(finished.get(0));
  }

  @Override
  public Set<UUID> present(Transaction transaction, List<UUID> ids) {
    Connection connection = CallerTransactions.connectionOf(transaction, database);
    try {
      Set<UUID> present = new HashSet<>();
      for (String sqlName : List.of("read-live", "read-ended")) {
        present.addAll(statements.byIds(connection, sqlName, ids, row -> statements.id(row, 1)));
      }
      return present;
    } catch (SQLException e) {
      throw CallerTransactions.failed(
          transaction, database, "Reading tasks in the given transaction", e);
    }
  }

  @Override
  public boolean revise(Transaction transaction, Revision revision) {
    Connection connection = CallerTransactions.connectionOf(transaction, database);
    NextPosition to = revision.placement();
    try {
      return statements.update(
              connection,
              "revise-task",
              b ->
                  b.small(to.status().code())
                      .when(to.runAt())
                      .when(to.nextEventAt())
                      .text(StoredText.ofContext(revision.spec().context()))
                      .text(StoredText.ofContext(revision.spec().traits().entries()))
                      .bytes(revision.spec().payload())
                      .uuid(revision.id())
                      .number(revision.guard().version())
                      .small(revision.guard().status().code()))
          == 1;
    } catch (SQLException e) {
      throw CallerTransactions.failed(
          transaction, database, "Submitting task " + revision.id() + " again", e);
    }
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(Transaction transaction, Rerun rerun) {
    Connection connection = CallerTransactions.connectionOf(transaction, database);
    try {
      Savepoint savepoint = connection.setSavepoint();
      Optional<RunAgainRefusal> refusal =
          lookup.runAgain(
              connection, rerun.id(), rerun.version(), rerun.placement(), NoteCut.Whole.ALL, false);
      if (refusal.isPresent()) {
        // Give back the keys that were taken so far.
        connection.rollback(savepoint);
      } else {
        statements.update(
            connection,
            "respecify-task",
            b ->
                b.text(StoredText.ofContext(rerun.spec().context()))
                    .text(StoredText.ofContext(rerun.spec().traits().entries()))
                    .bytes(rerun.spec().payload())
                    .uuid(rerun.id()));
      }
      connection.releaseSavepoint(savepoint);
      return refusal;
    } catch (SQLException e) {
      throw CallerTransactions.failed(
          transaction, database, "Running task " + rerun.id() + " again", e);
    }
  }
}
