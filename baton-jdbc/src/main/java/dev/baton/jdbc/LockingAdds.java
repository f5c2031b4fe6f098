package dev.baton.jdbc;

import dev.baton.task.NewTask;
import dev.baton.task.Placement;
import dev.baton.task.TaskSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Adds tasks by a batch of one insert, and keys one by one: a refusal names its key. */
final class LockingAdds implements Verbs.Adds {
  private final Statements statements;

  LockingAdds(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void tasks(Connection connection, List<NewTask> tasks) throws SQLException {
    byValues(statements, connection, tasks);
  }

  /** One row a statement. */
  static void byValues(Statements statements, Connection connection, List<NewTask> tasks)
      throws SQLException {
    statements.each(
        connection,
        "insert-task",
        tasks,
        (b, task) -> {
          Placement to = task.placement();
          TaskSpec spec = task.spec();
          b.uuid(task.id())
              .uuid(to.owner())
              .uuid(spec.parentId())
              .uuid(spec.correlationId())
              .when(to.runAt())
              .when(to.nextEventAt())
              .small(to.attempts())
              .small(to.losses())
              .small(to.lossLimit())
              .small(to.status().code())
              .small(spec.priority())
              .small(to.lastOutcome().code())
              .flag(spec.keyed())
              .text(spec.bucket())
              .text(spec.type())
              .text(spec.key())
              .text(to.state())
              .text(spec.subType())
              .text(StoredText.ofContext(spec.context()))
              .bytes(to.data())
              .bytes(spec.payload());
        });
  }

  @Override
  public void waits(Connection connection, List<WaitBook.Wait> waits) throws SQLException {
    statements.each(
        connection,
        "insert-wait",
        waits,
        (b, wait) -> b.uuid(wait.on()).uuid(wait.waiter()).flag(wait.mustBeDone()));
  }

  /**
   * Looks before it inserts: a refused insert leaves a lock on the row of the task that has the
   * key, and the end of that task would then wait for this caller. The look sees only what its
   * snapshot shows; the insert decides.
   */
  @Override
  public Set<KeyRow> keys(Connection connection, List<KeyRow> keys) throws SQLException {
    boolean freshLook =
        connection.getTransactionIsolation() <= Connection.TRANSACTION_READ_COMMITTED;
    Set<KeyRow> inserted = new HashSet<>();
    for (KeyRow key : keys) {
      if ((!freshLook || !isThere(connection, key)) && insert(connection, key)) {
        inserted.add(key);
      }
    }
    return inserted;
  }

  private boolean isThere(Connection connection, KeyRow key) throws SQLException {
    return !statements
        .query(
            connection,
            "find-key",
            b -> b.small(key.kind()).text(key.type()).text(key.text()),
            rows -> rows.getInt(2))
        .isEmpty();
  }

  private boolean insert(Connection connection, KeyRow key) throws SQLException {
    try {
      statements.update(
          connection,
          "insert-key",
          b ->
              b.small(key.kind())
                  .text(key.type())
                  .text(key.text())
                  .uuid(key.taskId())
                  .number(key.holdMicros())
                  .flag(key.whileKept()));
      return true;
    } catch (SQLException e) {
      if (statements.dialect().isDuplicateKey(e)) {
        return false;
      }
      throw e;
    }
  }
}
