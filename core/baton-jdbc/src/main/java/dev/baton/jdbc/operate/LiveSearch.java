package dev.baton.jdbc.operate;

import dev.baton.jdbc.operate.SearchBudget.FoundPart;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds live tasks, sorted by id. Thread-safe.
 *
 * <p>Reading one task after the other is fast if many tasks match. If few match, it reads all
 * tasks. The database can't estimate this, because it doesn't know that ready tasks are new and
 * waiting ones old. So if the filter has other conditions than statuses, the search first reads a
 * few tasks in this way. If that finds too few tasks, the search reads all matching tasks through
 * indexes, one status after the other, and sorts them. If no index covers the conditions, it
 * continues to read one task after the other, within the {@link SearchBudget}. On PostgreSQL, the
 * tasks of a chain and the waiting tasks have their own indexes, so this isn't needed for them.
 */
final class LiveSearch {
  /** Statuses whose tasks a separate PostgreSQL index lists in the order of ids. */
  private static final Set<Status> LISTED =
      EnumSet.of(Status.BLOCKED, Status.WAITING, Status.ERROR);

  /** Statuses with few tasks, for which other conditions don't make a search slow. */
  private static final Set<Status> STOPPED = EnumSet.of(Status.BLOCKED, Status.ERROR);

  /** Maximum number of rows to read for conditions that no index covers. */
  private static final int FEW = 20_000;

  /** Maximum number of tasks of a status to sort if no index lists them in order. */
  private static final int FEW_OF_A_STATUS = 5_000;

  private final Statements statements;
  private final Rows rows;
  private final LivePlaces places;
  private final boolean partialIndexes;

  LiveSearch(Statements statements, Rows rows) {
    this.statements = statements;
    this.places = new LivePlaces(statements);
    this.rows = rows;
    this.partialIndexes = statements.dialect().hasPartialIndexes();
  }

  FoundPart<Task, UUID> find(
      Connection connection,
      TaskFilter filter,
      @Nullable UUID after,
      int limit,
      SearchBudget budget)
      throws SQLException {
    if (isLed(filter)) {
      return whole(search(connection, "search-live", Conditions.live(filter, after), limit));
    }
    if (partialIndexes && filter.correlation() != null) {
      Conditions chain = Conditions.byIndexes(filter, filter.liveStatuses(), after);
      return whole(search(connection, "search-all", chain, limit));
    }
    if (listed(filter).containsAll(filter.liveStatuses())) {
      return whole(byIndexes(connection, filter, after, limit));
    }
    UUID end = end(connection, filter, after, budget.window());
    List<Task> found = new ArrayList<>(within(connection, filter, after, end, limit));
    if (end == null || found.size() == limit) {
      return whole(found);
    }
    if (indexesKnow(filter) || isAmongFew(connection, filter)) {
      return whole(byIndexes(connection, filter, after, limit));
    }
    while (budget.lasts()) {
      UUID begin = end;
      end = end(connection, filter, begin, budget.window());
      found.addAll(within(connection, filter, begin, end, limit - found.size()));
      if (end == null || found.size() == limit) {
        return whole(found);
      }
    }
    return new FoundPart<>(found, end);
  }

  /** Returns whether an index lists the requested tasks in the requested order. */
  private static boolean isLed(TaskFilter filter) {
    boolean all = filter.liveStatuses().equals(TaskFilter.all().liveStatuses());
    return !filter.ids().isEmpty() || (all && !Conditions.narrow(filter));
  }

  /** Returns the statuses for which an index lists all tasks that may match the filter. */
  private Set<Status> listed(TaskFilter filter) {
    boolean plain = !Conditions.narrow(filter);
    if (partialIndexes) {
      return plain ? LISTED : STOPPED;
    }
    return plain ? STOPPED : Set.of();
  }

  private boolean indexesKnow(TaskFilter filter) {
    if (partialIndexes) {
      return !Conditions.readsRows(filter);
    }
    boolean byDue =
        !filter.runAt().isAlways() && filter.liveStatuses().equals(Set.of(Status.WAITING));
    return (names(filter) || byDue)
        && filter.correlation() == null
        && !Conditions.readsRows(filter);
  }

  private static boolean names(TaskFilter filter) {
    return filter.type() != null || filter.bucket() != null || filter.key() != null;
  }

  private boolean isAmongFew(Connection connection, TaskFilter filter) throws SQLException {
    if (!names(filter) && (partialIndexes || Conditions.narrow(filter))) {
      return false;
    }
    int left = 1 + (names(filter) ? FEW : FEW_OF_A_STATUS);
    List<LivePlaces.LivePlace> there = places(connection, filter);
    for (Status status : filter.liveStatuses()) {
      Conditions indexed = LivePlaces.at(there, status, Conditions.indexed(filter, Set.of(status)));
      left -=
          statements.search(connection, "count-few", indexed, left, row -> row.getInt(1)).get(0);
      if (left <= 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Searches one status after the other. A task that changes during the search usually gets a later
   * status, and is found there.
   */
  private List<Task> byIndexes(
      Connection connection, TaskFilter filter, @Nullable UUID after, int limit)
      throws SQLException {
    Comparator<UUID> order =
        filter.isOldestFirst() ? IdOrder.BY_BYTES : IdOrder.BY_BYTES.reversed();
    boolean plain = !Conditions.narrow(filter);
    Map<UUID, Task> found = new TreeMap<>(order);
    List<LivePlaces.LivePlace> there = places(connection, filter);
    for (Status status : filter.liveStatuses()) {
      Conditions conditions = Conditions.byIndexes(filter, Set.of(status), after);
      boolean listed = plain && listed(filter).contains(status);
      if (listed && !partialIndexes) {
        conditions.withoutAlarm();
      }
      String sqlName = listed ? "search-live" : "search-all";
      for (Task task :
          search(connection, sqlName, LivePlaces.at(there, status, conditions), limit)) {
        found.put(task.id(), task);
      }
    }
    return found.values().stream().limit(limit).toList();
  }

  /**
   * Returns the combinations of status, bucket and type through which an index finds the tasks.
   * Returns null if no index needs them, or if there are too many.
   */
  private @Nullable List<LivePlaces.LivePlace> places(Connection connection, TaskFilter filter)
      throws SQLException {
    return partialIndexes || !names(filter) ? null : places.fitting(connection, filter);
  }

  /** Returns the last one of the next {@code window} tasks; null if fewer are left. */
  private @Nullable UUID end(
      Connection connection, TaskFilter filter, @Nullable UUID after, int window)
      throws SQLException {
    Conditions all = Conditions.window(filter, after);
    List<UUID> last =
        statements.search(connection, "window-live", all, window - 1, row -> statements.id(row, 1));
    return last.isEmpty() ? null : last.get(0);
  }

  private List<Task> within(
      Connection connection, TaskFilter filter, @Nullable UUID after, @Nullable UUID end, int limit)
      throws SQLException {
    return search(connection, "search-live", Conditions.live(filter, after).upTo(end), limit);
  }

  private List<Task> search(Connection connection, String sqlName, Conditions conditions, int limit)
      throws SQLException {
    return statements.search(connection, sqlName, conditions, limit, rows::task);
  }

  private static FoundPart<Task, UUID> whole(List<Task> found) {
    return new FoundPart<>(found, null);
  }
}
