package dev.baton.jdbc;

import dev.baton.api.Cursor;
import dev.baton.api.FoundTask;
import dev.baton.api.PastAttempt;
import dev.baton.api.StoreUnavailableException;
import dev.baton.api.TaskFilter;
import dev.baton.spi.OperationsStore;
import dev.baton.task.FinishedTask;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What people ask of the tasks, on the database. Searches are given up after five seconds.
 * Thread-safe.
 */
public final class JdbcOperationsStore implements OperationsStore {
  private static final String QUERY_CANCELED = "57014";
  private static final Comparator<FinishedTask> BY_END =
      Comparator.comparing(FinishedTask::finishedAt)
          .thenComparing(FinishedTask::id, IdOrder.BY_BYTES);

  private final Database database;
  private final Statements statements;
  private final Rows rows;

  private JdbcOperationsStore(Database database) {
    this.database = database;
    this.statements = Statements.of(database.dialect());
    this.rows = new Rows(database.dialect());
  }

  /**
   * A store on the database behind this data source. Connects once, to learn which it is.
   *
   * @throws StoreUnavailableException when it can't be reached
   */
  public static JdbcOperationsStore of(DataSource dataSource) {
    return on(Database.of(dataSource));
  }

  /** As {@link #of(DataSource)}, with a network timeout; see {@link JdbcTaskStore#of}. */
  public static JdbcOperationsStore of(DataSource dataSource, Duration networkTimeout) {
    return on(Database.of(dataSource, NetworkTimeout.of(networkTimeout)));
  }

  /** A store on a database that is known already. */
  static JdbcOperationsStore on(Database database) {
    return new JdbcOperationsStore(database);
  }

  @Override
  public List<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int limit) {
    List<FoundTask> found = new ArrayList<>();
    if ((after == null || after.at() == null) && !filter.liveStatuses().isEmpty()) {
      found.addAll(live(filter, after == null ? null : after.id(), limit));
    }
    // Second, so that a task which finishes between the two is found by this one at the latest.
    if (found.size() < limit && !filter.finishedStatuses().isEmpty()) {
      found.addAll(finished(filter, after, limit - found.size()));
    }
    return found;
  }

  private List<FoundTask> live(TaskFilter filter, @Nullable UUID after, int limit) {
    Conditions conditions = Conditions.live(filter, filter.liveStatuses(), after);
    return searching(
        filter.toString(),
        connection ->
            statements.search(
                connection,
                "search-live",
                conditions,
                limit,
                row -> new FoundTask.Live(rows.task(row))));
  }

  private List<FoundTask> finished(TaskFilter filter, @Nullable Cursor after, int limit) {
    List<FinishedTask> found =
        searching(
            filter.toString(),
            connection -> {
              List<FinishedTask> all = new ArrayList<>();
              for (Collection<Status> group : groups(filter)) {
                Conditions conditions = Conditions.finished(filter, group, after);
                all.addAll(search(connection, conditions, limit));
              }
              return all;
            });
    Comparator<FinishedTask> order = filter.isOldestFirst() ? BY_END : BY_END.reversed();
    Stream<FinishedTask> sorted = found.stream().sorted(order).limit(limit);
    return sorted.<FoundTask>map(FoundTask.Finished::new).toList();
  }

  private List<FinishedTask> search(Connection connection, Conditions conditions, int limit)
      throws SQLException {
    return statements.search(connection, "search-finished", conditions, limit, rows::finished);
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

  @Override
  public List<PastAttempt> attempts(UUID task, int limit) {
    return database.statement(
        "Reading the attempts of task " + task,
        connection ->
            statements.query(
                connection,
                "attempts",
                b -> b.uuid(task).small(limit),
                row ->
                    new PastAttempt(
                        row.getInt(1),
                        database.dialect().readUuid(row, 2),
                        statements.time(row, 3),
                        LastOutcome.ofCode(row.getInt(4)),
                        row.getString(5))));
  }

  private <T> T searching(String what, Database.Work<T> work) {
    String doing = "Looking for " + what;
    try {
      return database.statement(doing, work);
    } catch (StoreUnavailableException e) {
      if (e.getCause() instanceof SQLException cause && isTimeout(cause)) {
        throw new StoreUnavailableException(
            doing
                + " took longer than "
                + Conditions.MOST_SECONDS
                + " s and was given up. Narrow it: by ids, a type, a correlation id, one status, or"
                + " the time of finishing",
            cause);
      }
      throw e;
    }
  }

  private static boolean isTimeout(SQLException e) {
    return e instanceof SQLTimeoutException || QUERY_CANCELED.equals(e.getSQLState());
  }
}
