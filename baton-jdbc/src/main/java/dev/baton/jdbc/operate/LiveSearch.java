package dev.baton.jdbc.operate;

import dev.baton.api.operate.TaskFilter;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.task.Status;
import dev.baton.task.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds live tasks, in the order of their ids. Thread-safe.
 *
 * <p>Walking along the ids until enough tasks fit is quick where many fit, and where few do it
 * reads them all; a planner can't tell, since it doesn't know that ready tasks are new and waiting
 * ones old. So on PostgreSQL, where more than statuses is asked for, a short walk comes first. When
 * that finds too few, all that fit are found by what they have in common, and put in order. The
 * tasks of a chain have an index of their own there, and so need no walk.
 */
final class LiveSearch {
  /** They are listed by an index of their own, in the order of ids. */
  private static final Set<Status> LISTED = EnumSet.of(Status.BLOCKED, Status.ERROR);

  private final Statements statements;
  private final Rows rows;

  LiveSearch(Statements statements, Rows rows) {
    this.statements = statements;
    this.rows = rows;
  }

  List<Task> find(Connection connection, TaskFilter filter, @Nullable UUID after, int limit)
      throws SQLException {
    if (!statements.dialect().hasPartialIndexes()) {
      return search(connection, "search-live", Conditions.live(filter, after), limit);
    }
    boolean led = !filter.ids().isEmpty() || LISTED.containsAll(filter.liveStatuses());
    if (led || !Conditions.narrow(filter)) {
      return search(connection, "search-live", Conditions.live(filter, after), limit);
    }
    List<Task> near =
        filter.correlation() == null
            ? search(connection, "search-near", Conditions.near(filter, after), limit)
            : List.of();
    return near.size() == limit
        ? near
        : search(connection, "search-all", Conditions.byIndexes(filter, after), limit);
  }

  private List<Task> search(Connection connection, String verb, Conditions conditions, int limit)
      throws SQLException {
    return statements.search(connection, verb, conditions, limit, rows::task);
  }
}
