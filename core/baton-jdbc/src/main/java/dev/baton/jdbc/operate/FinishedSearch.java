package dev.baton.jdbc.operate;

import dev.baton.jdbc.operate.SearchBudget.FoundPart;
import dev.baton.jdbc.shared.SharedRowSearch;
import dev.baton.jdbc.shared.SharedRows;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.Cursor;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds finished tasks, sorted by their ends. If no index leads to them, the {@link SearchBudget}
 * limits the search. Thread-safe.
 */
final class FinishedSearch {
  /**
   * Approximate number of tasks in a shared row. A search divides its number of single rows by this
   * to get its number of shared rows.
   */
  private static final int TASKS_A_ROW = 50;

  /** Maximum number of rows to read for conditions that no index covers. */
  private static final int FEW = 20_000;

  private static final UUID FIRST_ID = new UUID(0, 0);
  private static final UUID LAST_ID = new UUID(-1, -1);

  private final Statements statements;
  private final SharedRows shared;
  private final Rows rows;

  FinishedSearch(Statements statements, SharedRows shared, Rows rows) {
    this.statements = statements;
    this.shared = shared;
    this.rows = rows;
  }

  FoundPart<FinishedTask, Cursor> find(
      Connection connection,
      TaskFilter filter,
      @Nullable Cursor after,
      int limit,
      SearchBudget budget)
      throws SQLException {
    boolean led = !filter.ids().isEmpty() || filter.correlation() != null;
    if (led || !Conditions.readsEndedRows(filter)) {
      return new FoundPart<>(within(connection, filter, after, null, limit), null);
    }
    List<FinishedTask> found = new ArrayList<>();
    @Nullable Cursor begin = after;
    do {
      Instant end = end(connection, filter, begin, budget.window());
      found.addAll(within(connection, filter, begin, end, limit - found.size()));
      if (end == null || found.size() == limit) {
        return new FoundPart<>(found, null);
      }
      if (Objects.equals(begin, after) && isAmongFew(connection, filter)) {
        return new FoundPart<>(within(connection, filter, after, null, limit), null);
      }
      begin = new Cursor(end, filter.isOldestFirst() ? LAST_ID : FIRST_ID);
    } while (budget.lasts());
    return new FoundPart<>(found, begin);
  }

  /**
   * Returns whether an index leads to only few tasks of the type, or to few of them before the end
   * of the range.
   */
  private boolean isAmongFew(Connection connection, TaskFilter filter) throws SQLException {
    if (filter.type() == null) {
      return false;
    }
    List<String> sqlNames = new ArrayList<>(List.of("count-few-finished"));
    shared.search(filter).map(SharedRowSearch::count).ifPresent(sqlNames::add);
    int found = 0;
    for (String sqlName : sqlNames) {
      Conditions ofType = Conditions.endedOfType(filter);
      found += statements.search(connection, sqlName, ofType, FEW + 1, row -> row.getInt(1)).get(0);
    }
    return found <= FEW;
  }

  /**
   * Returns the end of the last of the next {@code window} tasks after the cursor; null if fewer
   * are left.
   */
  private @Nullable Instant end(
      Connection connection, TaskFilter filter, @Nullable Cursor after, int window)
      throws SQLException {
    List<Instant> ends = new ArrayList<>();
    for (Collection<Status> group : groups(filter)) {
      SharedRowSearch rowSearch = shared.search(filter).orElse(null);
      if (rowSearch != null) {
        int some = Math.max(1, window / TASKS_A_ROW);
        ends.addAll(end(connection, rowSearch.window(), filter, group, after, some));
      }
      ends.addAll(end(connection, "window-finished", filter, group, after, window));
    }
    Comparator<Instant> order = Comparator.naturalOrder();
    return ends.stream().min(filter.isOldestFirst() ? order : order.reversed()).orElse(null);
  }

  private List<Instant> end(
      Connection connection,
      String sqlName,
      TaskFilter filter,
      Collection<Status> group,
      @Nullable Cursor after,
      int window)
      throws SQLException {
    Conditions all = Conditions.endedWindow(filter, group, after);
    return statements.search(connection, sqlName, all, window - 1, row -> statements.time(row, 1));
  }

  private List<FinishedTask> within(
      Connection connection,
      TaskFilter filter,
      @Nullable Cursor after,
      @Nullable Instant end,
      int limit)
      throws SQLException {
    Map<UUID, FinishedTask> found = new LinkedHashMap<>();
    for (Collection<Status> group : groups(filter)) {
      // Search shared rows first. If a task gets its own row between the two searches, both find
      // it.
      SharedRowSearch rowSearch = shared.search(filter).orElse(null);
      if (rowSearch != null) {
        Conditions inRows = Conditions.finished(filter, group, after).upTo(end).within(rowSearch);
        search(connection, rowSearch.sqlName(), inRows, limit, found);
      }
      Conditions finished = Conditions.finished(filter, group, after).upTo(end);
      search(connection, "search-finished", finished, limit, found);
    }
    Comparator<FinishedTask> byEnd =
        Comparator.comparing(FinishedTask::finishedAt)
            .thenComparing(FinishedTask::id, IdOrder.BY_BYTES);
    Comparator<FinishedTask> order = filter.isOldestFirst() ? byEnd : byEnd.reversed();
    return found.values().stream().sorted(order).limit(limit).toList();
  }

  private void search(
      Connection connection,
      String sqlName,
      Conditions conditions,
      int limit,
      Map<UUID, FinishedTask> found)
      throws SQLException {
    for (FinishedTask task :
        statements.search(connection, sqlName, conditions, limit, rows::finished)) {
      found.put(task.id(), task);
    }
  }

  /**
   * Returns the statuses in groups. Each group is one search. If only the status is in an index,
   * each status is a group, because the index is sorted only within one status.
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
