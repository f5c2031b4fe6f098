package dev.baton.jdbc.operate;

import dev.baton.api.operate.Cursor;
import dev.baton.api.operate.TaskFilter;
import dev.baton.jdbc.shared.SharedRowSearch;
import dev.baton.jdbc.shared.SharedRows;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.FinishedTask;
import dev.baton.task.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds finished tasks, by their ends. Thread-safe. */
final class FinishedSearch {
  private static final Comparator<FinishedTask> BY_END =
      Comparator.comparing(FinishedTask::finishedAt)
          .thenComparing(FinishedTask::id, IdOrder.BY_BYTES);

  private final Statements statements;
  private final SharedRows shared;
  private final Rows rows;

  FinishedSearch(Statements statements, SharedRows shared, Rows rows) {
    this.statements = statements;
    this.shared = shared;
    this.rows = rows;
  }

  List<FinishedTask> find(
      Connection connection, TaskFilter filter, @Nullable Cursor after, int limit)
      throws SQLException {
    Map<UUID, FinishedTask> found = new LinkedHashMap<>();
    for (Collection<Status> group : groups(filter)) {
      // First, so that a task which gets a row of its own between the two is found by both.
      SharedRowSearch rowSearch = shared.search(filter).orElse(null);
      if (rowSearch != null) {
        Conditions inRows = Conditions.finished(filter, group, after).within(rowSearch);
        search(connection, rowSearch.verb(), inRows, limit, found);
      }
      Conditions finished = Conditions.finished(filter, group, after);
      search(connection, "search-finished", finished, limit, found);
    }
    Comparator<FinishedTask> order = filter.isOldestFirst() ? BY_END : BY_END.reversed();
    return found.values().stream().sorted(order).limit(limit).toList();
  }

  private void search(
      Connection connection,
      String verb,
      Conditions conditions,
      int limit,
      Map<UUID, FinishedTask> found)
      throws SQLException {
    for (FinishedTask task :
        statements.search(connection, verb, conditions, limit, rows::finished)) {
      found.put(task.id(), task);
    }
  }

  /**
   * Where nothing but the status leads into an index, each status is a search of its own: its tasks
   * stand there in the order that is wanted, those of several together don't.
   */
  private static List<? extends Collection<Status>> groups(TaskFilter filter) {
    Set<Status> statuses = filter.finishedStatuses();
    boolean another =
        !filter.ids().isEmpty()
            || filter.correlation() != null
            || (filter.type() != null && !filter.typeIsPrefix());
    return another ? List.of(statuses) : statuses.stream().map(List::of).toList();
  }
}
