package dev.baton.jdbc.operate;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.RowReader;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.StatisticsStore;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counts tasks, and stores nodes' statistics in {@code baton_statistic}. Every search ends with an
 * error after five seconds. Thread-safe.
 */
public final class JdbcStatisticsStore implements StatisticsStore {
  /** Maximum number of groups, which limits the memory. In practice, there are fewer. */
  private static final int MAX_GROUPS = 100_000;

  /**
   * Maximum number of tasks that are counted for one bucket, type and status, and in total, if
   * there are too many to count all.
   */
  private static final int MAX_COUNTED_OF_ONE = 10_000;

  private static final int MAX_COUNTED = 200_000;

  private final Database database;
  private final Statements statements;
  private final KeptStatistics kept;

  public JdbcStatisticsStore(Database database) {
    this.database = database;
    this.statements = database.statements();
    this.kept = new KeptStatistics(database, statements);
  }

  @Override
  public Instant now() {
    return database.statement("Reading the clock", statements::now);
  }

  @Override
  public Counted count() {
    return database.statement("Counting the live tasks", this::count);
  }

  private Counted count(Connection connection) throws SQLException {
    Instant now = statements.now(connection);
    try {
      List<Group> groups = new ArrayList<>();
      statements
          .search(connection, "count-live", Conditions.none(), MAX_GROUPS, this::groupOf)
          .forEach(group -> group.ifPresent(groups::add));
      groups.sort(byPlace());
      return new Counted(now, true, groups);
    } catch (SQLException e) {
      if (SqlErrors.isTimedOut(e)) {
        return new Counted(now, false, atLeast(connection));
      }
      throw e;
    }
  }

  private List<Group> atLeast(Connection connection) throws SQLException {
    try {
      List<Group> groups =
          new LivePlaces(statements).atLeast(connection, MAX_COUNTED_OF_ONE, MAX_COUNTED);
      groups.sort(byPlace());
      return groups;
    } catch (SQLException e) {
      if (SqlErrors.isTimedOut(e)) {
        return List.of();
      }
      throw e;
    }
  }

  private static Comparator<Group> byPlace() {
    return Comparator.comparing(Group::bucket)
        .thenComparing(Group::type)
        .thenComparing(Group::status);
  }

  /**
   * Reads a group; empty for tasks with an unknown status. The engine soon stops such tasks in
   * ERROR, and they are counted then.
   */
  private Optional<Group> groupOf(ResultSet row) throws SQLException {
    int code = row.getInt(3);
    if (code < 0 || code > Status.ERROR.code()) {
      return Optional.empty();
    }
    return Optional.of(
        new Group(
            row.getString(1),
            row.getString(2),
            Status.ofCode(code),
            row.getLong(4),
            database.dialect().readInstant(row, 5)));
  }

  @Override
  public List<Late> overdue(Status status, Instant before, int limit) {
    return late("late", Conditions.late(status, before), limit);
  }

  @Override
  public List<Late> queued(
      String bucket, String type, Instant before, Collection<String> exceptKeys, int limit) {
    return late("queued", Conditions.queued(bucket, type, before, exceptKeys), limit);
  }

  private List<Late> late(String sqlName, Conditions conditions, int limit) {
    try {
      return SearchTimeout.told(
          "Searching for stuck tasks",
          "Stuck tasks are unknown for now",
          () ->
              database.statement(
                  "Searching for stuck tasks",
                  connection ->
                      statements.search(connection, sqlName, conditions, limit, this::lateOf)));
    } catch (SearchTimeoutException e) {
      // The caller can't ask for less, because the database is too busy.
      throw new StoreUnavailableException(String.valueOf(e.getMessage()), e);
    }
  }

  private Late lateOf(ResultSet row) throws SQLException {
    // In a damaged row, an unreadable time becomes the earliest possible one.
    Instant since = new RowReader(database.dialect(), row).time(4, "time");
    return new Late(statements.id(row, 1), row.getString(2), row.getString(3), since);
  }

  @Override
  public Retries retried(int minAttempts, int limit) {
    return database.statement(
        "Searching for tasks that fail again and again",
        connection -> {
          Instant now = statements.now(connection);
          List<Retried> found =
              statements.query(
                  connection,
                  "retried",
                  b -> b.small(limit).small(LastOutcome.FAILURE.code()).small(minAttempts),
                  this::retriedOf);
          return new Retries(now, waiting(connection, limit + 1) <= limit, found);
        });
  }

  private Retried retriedOf(ResultSet row) throws SQLException {
    return new Retried(
        statements.id(row, 1),
        row.getString(2),
        row.getString(3),
        row.getInt(4),
        new RowReader(database.dialect(), row).time(5, "last action"));
  }

  /** Returns the number of waiting tasks, but counts at most this many. */
  private int waiting(Connection connection, int most) throws SQLException {
    Conditions waiting = Conditions.indexed(TaskFilter.all(), Set.of(Status.WAITING));
    return statements.search(connection, "count-few", waiting, most, row -> row.getInt(1)).get(0);
  }

  @Override
  public List<TakenSlot> slots(int limit) {
    return database.statement(
        "Reading the limits in use",
        connection ->
            statements.query(
                connection,
                "taken-slots",
                b -> b.small(limit),
                row ->
                    new TakenSlot(
                        row.getString(1),
                        statements.id(row, 2),
                        statements.id(row, 3),
                        row.getString(4))));
  }

  @Override
  public List<UsedRate> rates(int limit) {
    return database.statement(
        "Reading the rates in use",
        connection ->
            statements.query(
                connection,
                "used-rates",
                b -> b.small(limit),
                row -> new UsedRate(row.getString(1), statements.time(row, 2))));
  }

  @Override
  public Instant keep(UUID source, List<Minute> minutes) {
    return kept.keep(source, minutes);
  }

  @Override
  public List<Minute> kept(
      long from, long to, int step, @Nullable String type, @Nullable String bucket) {
    return kept.read(from, to, step, type, bucket);
  }

  @Override
  public boolean addUpAnHour() {
    return kept.addUpAnHour();
  }

  @Override
  public int pruneStatistics(Duration olderThan, int limit) {
    return kept.prune(olderThan, limit);
  }
}
