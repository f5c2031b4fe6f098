package dev.baton.jdbc.operate;

import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FoundTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Finds tasks by label, and reads the labels of tasks that were found. Thread-safe. */
final class LabelSearch {
  private final Statements statements;

  LabelSearch(Statements statements) {
    this.statements = statements;
  }

  /**
   * If few tasks have the label, returns the same search by their ids. The database can't estimate
   * how many tasks match both the label and the other conditions. If many tasks have the label,
   * reading one task after the other soon finds some.
   *
   * @return empty if no task has the label; the same filter if many have it
   */
  Optional<TaskFilter> narrowed(Connection connection, TaskFilter filter) throws SQLException {
    if (!filter.ids().isEmpty()) {
      return Optional.of(filter);
    }
    for (Map.Entry<String, String> label : filter.labels().entrySet()) {
      Set<UUID> ids =
          new HashSet<>(
              statements.query(
                  connection,
                  "labelled",
                  b -> b.text(label.getKey()).text(label.getValue()).small(TaskFilter.MAX_IDS + 1),
                  row -> statements.id(row, 1)));
      if (ids.isEmpty()) {
        return Optional.empty();
      }
      if (ids.size() <= TaskFilter.MAX_IDS) {
        return Optional.of(filter.ids(ids));
      }
    }
    return Optional.of(filter);
  }

  /** Returns the tasks with their labels. */
  List<FoundTask> labelled(Connection connection, List<FoundTask> found) throws SQLException {
    Map<Labelled, Map<String, String>> labels = new HashMap<>();
    List<UUID> ids = found.stream().map(FoundTask::id).toList();
    statements.byIds(
        connection,
        "labels",
        ids,
        row ->
            labels
                    .computeIfAbsent(
                        new Labelled(statements.id(row, 1), statements.time(row, 2)),
                        task -> new TreeMap<>())
                    .put(row.getString(3), row.getString(4))
                == null);
    if (labels.isEmpty()) {
      return found;
    }
    List<FoundTask> all = new ArrayList<>();
    for (FoundTask task : found) {
      Map<String, String> own =
          labels.getOrDefault(new Labelled(task.id(), task.createdAt()), Map.of());
      all.add(
          task instanceof FoundTask.Live live
              ? new FoundTask.Live(live.task(), own)
              : new FoundTask.Finished(((FoundTask.Finished) task).task(), own));
    }
    return all;
  }

  /** Returns the tasks together with their labels. */
  private record Labelled(UUID id, Instant addedAt) {}
}
