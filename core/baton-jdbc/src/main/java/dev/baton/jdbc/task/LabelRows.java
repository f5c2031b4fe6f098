package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.Label;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.task.rule.NewTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Writes labels with the tasks that have them, and removes them some time after. Thread-safe.
 *
 * <p>Nothing of it is part of a task's claim or end: those who use no labels would pay for that.
 * Instead the pruner walks along the labels, and looks whether their tasks are still there.
 */
final class LabelRows {
  private static final UUID FIRST = new UUID(0, 0);

  /** Pages that one call looks at while most of what it finds is to go. */
  private static final int MAX_PAGES = 20;

  private final Statements statements;
  private final SqlStrategy.Adds adds;

  /** Where the walk goes on. */
  private volatile UUID next = FIRST;

  LabelRows(Statements statements, SqlStrategy.Adds adds) {
    this.statements = statements;
    this.adds = adds;
  }

  /** Of tasks that this transaction has added. */
  void add(Connection connection, List<NewTask> tasks) throws SQLException {
    List<Label> labels = new ArrayList<>();
    for (NewTask task : tasks) {
      task.labels().forEach((name, text) -> labels.add(new Label(task.id(), name, text)));
    }
    if (!labels.isEmpty()) {
      adds.labels(connection, labels);
    }
  }

  /**
   * Removes the labels of tasks that are gone, so many tasks at a time.
   *
   * @return of how many tasks
   */
  int prune(Connection connection, int limit) throws SQLException {
    int removed = 0;
    for (int page = 0; page < MAX_PAGES; page++) {
      List<Labelled> some =
          statements.query(
              connection,
              "left-labels",
              b -> b.uuid(next).small(limit),
              row ->
                  new Labelled(statements.id(row, 1), statements.time(row, 2), row.getBoolean(3)));
      List<Labelled> gone = some.stream().filter(Labelled::isGone).toList();
      statements.each(
          connection, "forget-labels", gone, (b, task) -> b.uuid(task.id()).time(task.addedAt()));
      removed += gone.size();
      boolean last = some.size() < limit;
      next = last ? FIRST : some.get(some.size() - 1).id();
      if (last || gone.size() < limit / 2) {
        break;
      }
    }
    return removed;
  }

  /** A task that has labels, or had. */
  private record Labelled(UUID id, Instant addedAt, boolean isGone) {}
}
