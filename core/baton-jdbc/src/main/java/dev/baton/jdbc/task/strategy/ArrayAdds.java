package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.KeyRow;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoredText;
import dev.baton.task.LastOutcome;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Adds any number of tasks with one statement, and their keys with another one. */
final class ArrayAdds implements SqlStrategy.Adds {
  private final Statements statements;

  ArrayAdds(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void tasks(Connection connection, List<NewTask> rows) throws SQLException {
    if (rows.size() == 1) {
      // For a single row, arrays would cost more than the insert itself.
      one(connection, rows.get(0));
      return;
    }
    statements.insert(
        connection,
        "insert-tasks",
        b ->
            b.uuids(rows, NewTask::id)
                .uuids(rows, row -> row.placement().owner())
                .uuids(rows, row -> row.spec().parentId())
                .uuids(rows, row -> row.spec().correlationId())
                .whens(rows, row -> row.placement().runAt())
                .whens(rows, row -> row.placement().nextEventAt())
                .ints(rows, row -> row.placement().attempts())
                .ints(rows, row -> row.placement().losses())
                .ints(rows, row -> row.placement().lossLimit())
                .smalls(rows, row -> row.placement().status().code())
                .smalls(rows, row -> row.spec().priority())
                .smalls(rows, row -> row.placement().lastOutcome().code())
                .flags(rows, row -> row.spec().keyed())
                .texts(rows, row -> row.spec().bucket())
                .texts(rows, row -> row.spec().type())
                .texts(rows, row -> row.spec().key())
                .texts(rows, row -> row.placement().state())
                .texts(rows, row -> row.spec().subType())
                .texts(rows, row -> StoredText.ofContext(row.spec().context()))
                .texts(rows, row -> StoredText.ofContext(row.spec().traits().entries()))
                .bytes(rows, row -> row.placement().data())
                .bytes(rows, row -> row.spec().payload()));
  }

  private void one(Connection connection, NewTask task) throws SQLException {
    if (!isPlain(task)) {
      LockingAdds.byValues(statements, connection, List.of(task));
      return;
    }
    NextPosition to = task.placement();
    TaskSpec spec = task.spec();
    statements.update(
        connection,
        "insert-plain",
        b ->
            b.uuid(task.id())
                .uuid(to.owner())
                .offset(to.runAt())
                .offset(to.nextEventAt())
                .small(to.attempts())
                .small(to.lossLimit())
                .small(to.status().code())
                .small(spec.priority())
                .text(spec.bucket())
                .text(spec.type())
                .text(spec.key())
                .bytes(spec.payload()));
  }

  @Override
  public boolean named(Connection connection, NewTask task, KeyRow key) throws SQLException {
    return statements.update(
            connection,
            "insert-named",
            b ->
                LockingAdds.bind(
                    key.bindName(b).uuid(task.id()).number(key.holdMicros()).flag(key.whileKept()),
                    task))
        == 1;
  }

  private static boolean isPlain(NewTask task) {
    NextPosition to = task.placement();
    TaskSpec spec = task.spec();
    return spec.parentId() == null
        && spec.correlationId() == null
        && !spec.keyed()
        && spec.subType() == null
        && spec.context().isEmpty()
        && spec.traits().entries().isEmpty()
        && to.losses() == 0
        && to.lastOutcome() == LastOutcome.NONE
        && to.state().isEmpty()
        && to.data() == null
        && Binder.baseOf(to.runAt()) == null
        && Binder.baseOf(to.nextEventAt()) == null;
  }

  @Override
  public void waits(Connection connection, List<Wait> waits) throws SQLException {
    statements.insert(
        connection,
        "insert-waits",
        b ->
            b.uuids(waits, Wait::on)
                .uuids(waits, Wait::waiter)
                .flags(waits, Wait::mustBeDone)
                .flags(waits, Wait::isTurn));
  }

  @Override
  public void labels(Connection connection, List<Label> labels) throws SQLException {
    statements.insert(
        connection,
        "insert-labels",
        b -> b.uuids(labels, Label::task).texts(labels, Label::name).texts(labels, Label::value));
  }

  @Override
  public Set<KeyRow> keys(Connection connection, int isolation, List<KeyRow> keys)
      throws SQLException {
    Set<KeyRow> inserted =
        new HashSet<>(
            statements.arrays(
                connection,
                "insert-keys",
                b ->
                    b.smalls(keys, KeyRow::kind)
                        .texts(keys, KeyRow::type)
                        .texts(keys, KeyRow::text)
                        .uuids(keys, KeyRow::taskId)
                        .longs(keys, KeyRow::holdMicros)
                        .flags(keys, KeyRow::whileKept),
                rows ->
                    new KeyRow(
                        rows.getInt(1),
                        rows.getString(2),
                        rows.getString(3),
                        keys.get(0).taskId(),
                        0,
                        false)));
    Set<KeyRow> taken = new HashSet<>(keys);
    taken.retainAll(inserted);
    return taken;
  }
}
