package dev.baton.jdbc.operate;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore.Minute;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores the statistics of nodes per minute in {@code baton_statistic}, and their sums per hour in
 * {@code baton_statistic_hour}. Hours are added up in order. So all minutes before the end of the
 * latest sum are contained in sums. Thread-safe.
 */
final class KeptStatistics {
  private static final long SECONDS_A_MINUTE = 60;
  private static final int HOUR = 60;

  /** Number of minutes after an hour in which nodes may still write its statistics. */
  private static final int LATE = 15;

  /** Maximum number of sums to read, which limits the memory. */
  private static final int MAX_ROWS = 100_000;

  /**
   * Maximum number of rows to add up while the caller waits. It is enough for some hours of all
   * types and buckets, but not for weeks.
   */
  private static final int MAX_ADDED_UP = 300_000;

  private static final String ASK_FOR_LESS = "Ask for less time, longer steps, or one type";

  private static final int FIRST_COUNT = 4;
  private static final int COUNTS = 7;

  private final Database database;
  private final Statements statements;

  KeptStatistics(Database database, Statements statements) {
    this.database = database;
    this.statements = statements;
  }

  /** The sums to read. */
  record Sums(long from, int step, @Nullable String type, @Nullable String bucket) {
    boolean areOfAll() {
      return type == null && bucket == null;
    }

    boolean areOfHours() {
      return from % HOUR == 0 && step % HOUR == 0;
    }
  }

  Instant keep(UUID source, List<Minute> minutes) {
    Instant now =
        database.transaction(
            "Noting statistics",
            connection -> {
              statements.each(
                  connection, "keep-statistics", minutes, (b, minute) -> bind(b, source, minute));
              return statements.now(connection);
            });
    long addedUp = database.statement("Reading the last hour that is summed", this::endOfAddedUp);
    minutes.stream()
        .map(minute -> hourOf(minute.number()))
        .filter(hour -> hour < addedUp)
        .distinct()
        .forEach(this::addUpAgain);
    return now;
  }

  private static void bind(Binder binder, UUID source, Minute minute) throws SQLException {
    TaskStatistics statistics = minute.statistics();
    binder.number(minute.number()).text(minute.bucket()).text(minute.type()).uuid(source);
    binder.number(statistics.added()).number(statistics.started()).number(statistics.done());
    binder.number(statistics.failed()).number(statistics.errors()).number(statistics.retried());
    binder.number(statistics.lost());
    for (Histogram histogram : List.of(statistics.waited(), statistics.ran())) {
      for (long count : histogram.counts()) {
        binder.number(count);
      }
    }
  }

  /**
   * Adds up an hour again after late statistics were committed. If two nodes do this one after the
   * other, the second sum includes both. If both do this at the same moment, one write may be
   * missing. A chart isn't worth a lock.
   */
  private void addUpAgain(long hour) {
    database.transaction(
        "Adding up the statistics of an hour",
        connection -> {
          addUp(connection, hour);
          return true;
        });
  }

  boolean addUpAnHour() {
    return database.transaction(
        "Adding up the statistics of an hour",
        connection -> {
          OptionalLong next = minute(connection, "next-statistic", endOfAddedUp(connection));
          if (next.isEmpty()
              || hourOf(next.getAsLong()) >= endOfHours(statements.now(connection))) {
            return false;
          }
          addUp(connection, hourOf(next.getAsLong()));
          return true;
        });
  }

  private void addUp(Connection connection, long hour) throws SQLException {
    statements.update(connection, "remove-hour", b -> b.number(hour));
    statements.update(connection, "add-up-hour", b -> b.number(hour).number(hour + HOUR));
  }

  /** Returns the minute after the last hour that was added up. */
  private long endOfAddedUp(Connection connection) throws SQLException {
    OptionalLong last = minute(connection, "last-hour");
    return last.isEmpty() ? 0 : last.getAsLong() + HOUR;
  }

  private OptionalLong minute(Connection connection, String sqlName, long... bounds)
      throws SQLException {
    return statements
        .query(
            connection,
            sqlName,
            b -> {
              for (long bound : bounds) {
                b.number(bound);
              }
            },
            row -> {
              long minute = row.getLong(1);
              return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(minute);
            })
        .get(0);
  }

  List<Minute> read(long from, long to, int step, @Nullable String type, @Nullable String bucket) {
    Sums sums = new Sums(from, step, type, bucket);
    List<Minute> kept =
        SearchTimeout.told(
            "Adding up statistics",
            ASK_FOR_LESS,
            () ->
                database.statement(
                    "Adding up statistics", connection -> read(connection, sums, to)));
    refuseBeyond(MAX_ROWS, kept.size());
    Comparator<Minute> byPlaceAndTime =
        Comparator.comparing(Minute::bucket)
            .thenComparing(Minute::type)
            .thenComparing(Minute::number);
    kept.sort(byPlaceAndTime);
    return together(kept, byPlaceAndTime);
  }

  private List<Minute> read(Connection connection, Sums sums, long to) throws SQLException {
    long addedUp =
        sums.areOfHours() ? Math.min(to, Math.max(sums.from, endOfAddedUp(connection))) : sums.from;
    List<Conditions> parts = new ArrayList<>();
    if (addedUp > sums.from) {
      parts.add(Conditions.statistics("baton_statistic_hour", sums.from, addedUp, sums));
    }
    if (addedUp < to) {
      parts.add(Conditions.statistics("baton_statistic", addedUp, to, sums));
    }
    if (sums.areOfAll()) {
      int rows = 0;
      for (Conditions part : parts) {
        rows +=
            statements
                .search(connection, "count-statistics", part, MAX_ADDED_UP, r -> r.getInt(1))
                .get(0);
      }
      refuseBeyond(MAX_ADDED_UP, rows);
    }
    List<Minute> kept = new ArrayList<>();
    for (Conditions part : parts) {
      kept.addAll(
          statements.search(
              connection, "kept-statistics", part, MAX_ROWS, KeptStatistics::minuteOf));
    }
    return kept;
  }

  private static void refuseBeyond(int most, int found) {
    if (found >= most) {
      throw new SearchTimeoutException(
          "There are " + most + " or more statistics in that time. " + ASK_FOR_LESS);
    }
  }

  /**
   * Adds entries with the same type and time. Older statistics are stored by the hour, and newer
   * ones by the minute. So one interval may have a sum of each.
   */
  private static List<Minute> together(List<Minute> sorted, Comparator<Minute> order) {
    List<Minute> together = new ArrayList<>(sorted.size());
    for (Minute minute : sorted) {
      int last = together.size() - 1;
      if (last >= 0 && order.compare(together.get(last), minute) == 0) {
        TaskStatistics both = together.get(last).statistics().plus(minute.statistics());
        together.set(last, new Minute(minute.number(), minute.bucket(), minute.type(), both));
      } else {
        together.add(minute);
      }
    }
    return together;
  }

  private static Minute minuteOf(ResultSet row) throws SQLException {
    TaskStatistics statistics =
        new TaskStatistics(
            row.getLong(FIRST_COUNT),
            row.getLong(FIRST_COUNT + 1),
            row.getLong(FIRST_COUNT + 2),
            row.getLong(FIRST_COUNT + 3),
            row.getLong(FIRST_COUNT + 4),
            row.getLong(FIRST_COUNT + 5),
            row.getLong(FIRST_COUNT + 6),
            histogram(row, FIRST_COUNT + COUNTS),
            histogram(row, FIRST_COUNT + COUNTS + Histogram.steps()));
    return new Minute(row.getLong(3), row.getString(1), row.getString(2), statistics);
  }

  private static Histogram histogram(ResultSet row, int first) throws SQLException {
    List<Long> counts = new ArrayList<>();
    for (int step = 0; step < Histogram.steps(); step++) {
      counts.add(row.getLong(first + step));
    }
    return Histogram.of(counts);
  }

  int prune(Duration olderThan, int limit) {
    return database.transaction(
        "Pruning statistics",
        connection -> {
          long before = minuteOf(statements.now(connection).minus(olderThan));
          int minutes =
              statements.update(connection, "prune-statistics", b -> b.number(before).small(limit));
          OptionalLong first = minute(connection, "first-hour");
          if (minutes == limit || first.isEmpty() || first.getAsLong() + HOUR > before) {
            return minutes;
          }
          long hour = first.getAsLong();
          return minutes + statements.update(connection, "remove-hour", b -> b.number(hour));
        });
  }

  /**
   * Returns the minute before which all hours have ended and all nodes have written their
   * statistics.
   */
  private static long endOfHours(Instant now) {
    return hourOf(minuteOf(now) - LATE);
  }

  private static long hourOf(long minute) {
    return minute - Math.floorMod(minute, HOUR);
  }

  private static long minuteOf(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), SECONDS_A_MINUTE);
  }
}
