package dev.baton.jdbc.operate;

import dev.baton.jdbc.operate.SearchBudget.Part;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Status;
import dev.baton.task.internal.Task;
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
 * Finds live tasks, in the order of their ids. Thread-safe.
 *
 * <p>Walking along the ids until enough tasks fit is quick where many fit, and where few do it
 * reads them all; a planner can't tell, since it doesn't know that ready tasks are new and waiting
 * ones old. So where more than statuses is asked for, a short walk comes first. When that finds too
 * few, all that fit are found by indexes, status by status, and put in order. Where no index knows
 * what is asked for, the walk goes on as far as the {@link SearchBudget} lets it. The tasks of a
 * chain, and those that wait in the order of their ids, have indexes of their own on PostgreSQL,
 * and so need no walk.
 */
final class LiveSearch {
  /** On PostgreSQL an index of its own lists each of them in the order of ids. */
  private static final Set<Status> LISTED =
      EnumSet.of(Status.BLOCKED, Status.WAITING, Status.ERROR);

  /** Where few are, more conditions don't make the list slow. */
  private static final Set<Status> STOPPED = EnumSet.of(Status.BLOCKED, Status.ERROR);

  /** Rows that may be read for what an index doesn't know. */
  private static final int FEW = 20_000;

  /** Tasks of a status that are put in order where no index lists them. */
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

  Part<Task, UUID> find(
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
    return new Part<>(found, end);
  }

  /** Whether an index has what is asked for in the order that is wanted. */
  private static boolean isLed(TaskFilter filter) {
    boolean all = filter.liveStatuses().equals(TaskFilter.all().liveStatuses());
    return !filter.ids().isEmpty() || (all && !Conditions.narrow(filter));
  }

  /** Statuses of which an index lists each task that the filter may ask for. */
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
    List<LivePlaces.Place> there = places(connection, filter);
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

  /** A task that moves meanwhile moves on to a later status as a rule, and is found there. */
  private List<Task> byIndexes(
      Connection connection, TaskFilter filter, @Nullable UUID after, int limit)
      throws SQLException {
    Comparator<UUID> order =
        filter.isOldestFirst() ? IdOrder.BY_BYTES : IdOrder.BY_BYTES.reversed();
    boolean plain = !Conditions.narrow(filter);
    Map<UUID, Task> found = new TreeMap<>(order);
    List<LivePlaces.Place> there = places(connection, filter);
    for (Status status : filter.liveStatuses()) {
      Conditions conditions = Conditions.byIndexes(filter, Set.of(status), after);
      boolean listed = plain && listed(filter).contains(status);
      if (listed && !partialIndexes) {
        conditions.withoutAlarm();
      }
      String verb = listed ? "search-live" : "search-all";
      for (Task task : search(connection, verb, LivePlaces.at(there, status, conditions), limit)) {
        found.put(task.id(), task);
      }
    }
    return found.values().stream().limit(limit).toList();
  }

  /** Null where no index needs them, or there are too many. */
  private @Nullable List<LivePlaces.Place> places(Connection connection, TaskFilter filter)
      throws SQLException {
    return partialIndexes || !names(filter) ? null : places.fitting(connection, filter);
  }

  /** The last of the next so many tasks; null where fewer are left. */
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

  private List<Task> search(Connection connection, String verb, Conditions conditions, int limit)
      throws SQLException {
    return statements.search(connection, verb, conditions, limit, rows::task);
  }

  private static Part<Task, UUID> whole(List<Task> found) {
    return new Part<>(found, null);
  }
}
