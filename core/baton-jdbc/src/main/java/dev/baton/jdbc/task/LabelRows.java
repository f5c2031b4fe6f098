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
 * Writes the labels of new tasks, and removes them some time after the task was removed.
 * Thread-safe.
 *
 * <p>Claims and ends don't touch labels, so that tasks without labels cost nothing more. Instead,
 * the pruner reads all labels bit by bit and checks whether their tasks still exist.
 */
final class LabelRows {
  private static final UUID FIRST = new UUID(0, 0);

  /** Maximum number of pages that one call reads, if it can remove most of what it reads. */
  private static final int MAX_PAGES = 20;

  private final Statements statements;
  private final SqlStrategy.Adds adds;

  /** The task after which the pruner continues. */
  private volatile UUID next = FIRST;

  LabelRows(Statements statements, SqlStrategy.Adds adds) {
    this.statements = statements;
    this.adds = adds;
  }

  /** Adds the labels of tasks that this transaction has added. */
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
   * Removes the labels of tasks that no longer exist, {@code limit} tasks per page.
   *
   * @return the number of tasks whose labels were removed
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

  /** A task that has or had labels. */
  private record Labelled(UUID id, Instant addedAt, boolean isGone) {}
}
