package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.KeyRow;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoredText;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Adds tasks in a batch with one insert for each, and all keys with one insert. */
final class LockingAdds implements SqlStrategy.Adds {
  private final Statements statements;
  private final MarkedKeys marked;

  LockingAdds(Statements statements) {
    this.statements = statements;
    this.marked = new MarkedKeys(statements);
  }

  @Override
  public void tasks(Connection connection, List<NewTask> tasks) throws SQLException {
    byValues(statements, connection, tasks);
  }

  /** Adds tasks with one statement per row. */
  static void byValues(Statements statements, Connection connection, List<NewTask> tasks)
      throws SQLException {
    statements.each(connection, "insert-task", tasks, LockingAdds::bind);
  }

  /** Binds the parameters of {@code insert-task}. */
  static void bind(Binder binder, NewTask task) throws SQLException {
    NextPosition to = task.placement();
    TaskSpec spec = task.spec();
    binder
        .uuid(task.id())
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
        .text(StoredText.ofContext(spec.traits().entries()))
        .bytes(to.data())
        .bytes(spec.payload());
  }

  @Override
  public void waits(Connection connection, List<Wait> waits) throws SQLException {
    statements.each(
        connection,
        "insert-wait",
        waits,
        (b, wait) ->
            b.uuid(wait.on()).uuid(wait.waiter()).flag(wait.mustBeDone()).flag(wait.isTurn()));
  }

  @Override
  public void labels(Connection connection, List<Label> labels) throws SQLException {
    statements.each(
        connection,
        "insert-label",
        labels,
        (b, label) ->
            b.uuid(label.task()).uuid(label.task()).text(label.name()).text(label.value()));
  }

  /**
   * Reads the keys before it inserts them. An insert that is refused would lock the row of the task
   * that has the key. The end of that task would then have to wait for this caller. The read sees
   * only its snapshot, so the insert still decides.
   */
  @Override
  public Set<KeyRow> keys(Connection connection, int isolation, List<KeyRow> keys)
      throws SQLException {
    boolean freshLook = isolation <= Connection.TRANSACTION_READ_COMMITTED;
    Set<KeyRow> there = freshLook ? there(connection, keys) : Set.of();
    List<KeyRow> open = keys.stream().filter(key -> !there.contains(key)).toList();
    Set<KeyRow> inserted = new HashSet<>();
    for (int from = 0; from < open.size(); from += Statements.MAX_KEYS) {
      inserted.addAll(
          inserted(
              connection, open.subList(from, Math.min(open.size(), from + Statements.MAX_KEYS))));
    }
    return inserted;
  }

  private Set<KeyRow> there(Connection connection, List<KeyRow> keys) throws SQLException {
    return new HashSet<>(statements.byKeys(connection, "find-keys", keys, KeyRow::nameOf));
  }

  /**
   * Inserts all keys with one statement. If one of them is taken, the whole statement is refused;
   * then each key is inserted separately.
   */
  private Set<KeyRow> inserted(Connection connection, List<KeyRow> keys) throws SQLException {
    if (!statements.dialect().refusesTakenKeys()) {
      return marked.insert(connection, keys);
    }
    try {
      statements.insertKeys(connection, keys);
      return new HashSet<>(keys);
    } catch (SQLException e) {
      if (!SqlErrors.isDuplicateKey(e)) {
        throw e;
      }
    }
    Set<KeyRow> inserted = new HashSet<>();
    if (keys.size() > 1) {
      for (KeyRow key : keys) {
        inserted.addAll(inserted(connection, List.of(key)));
      }
    }
    return inserted;
  }
}
