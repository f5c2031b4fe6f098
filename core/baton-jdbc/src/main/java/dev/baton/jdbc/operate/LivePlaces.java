package dev.baton.jdbc.operate;

import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FilterMatch;
import dev.baton.spi.StatisticsStore.Group;
import dev.baton.task.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds which buckets and types have live tasks, without reading the tasks. Thread-safe.
 *
 * <p>On MariaDB and H2, the index of all live tasks begins with status, bucket and type. A search
 * that doesn't name all three can use this index only if the missing values are filled in, because
 * these databases can't skip from one value to the next. This class is also used if counting all
 * tasks takes too long. It then counts some tasks of each combination.
 */
final class LivePlaces {
  private static final int MAX_PLACES = 10_000;

  /** Maximum number of index ranges in one search. */
  private static final int MAX_RANGES = 400;

  private static final int MAX_COUNTED_PLACES = 1_000;

  private final Statements statements;

  LivePlaces(Statements statements) {
    this.statements = statements;
  }

  /** A combination of status, bucket and type that some live tasks have. */
  record LivePlace(Status status, String bucket, String type) {

    private boolean fits(TaskFilter filter) {
      return FilterMatch.type(filter, type)
          && (filter.bucket() == null || bucket.equals(filter.bucket()));
    }
  }

  /**
   * Returns the combinations that match the filter's bucket and type.
   *
   * @return null if there are too many
   */
  @Nullable List<LivePlace> fitting(Connection connection, TaskFilter filter) throws SQLException {
    List<LivePlace> all = all(connection);
    return all.size() == MAX_PLACES ? null : all.stream().filter(one -> one.fits(filter)).toList();
  }

  /** Adds the condition that tasks have this status and one of these combinations. */
  static Conditions at(@Nullable List<LivePlace> places, Status status, Conditions conditions) {
    if (places == null) {
      return conditions;
    }
    Set<String> buckets = new TreeSet<>();
    Set<String> types = new TreeSet<>();
    for (LivePlace place : places) {
      if (place.status == status) {
        buckets.add(place.bucket);
        types.add(place.type);
      }
    }
    return buckets.size() * types.size() > MAX_RANGES
        ? conditions
        : conditions.within(buckets, types);
  }

  /**
   * Returns at least how many tasks each combination has. The number is one for combinations after
   * the first thousand, and for those that are left when the total maximum is reached.
   *
   * @param mostOfOne maximum number of tasks to count for one combination
   */
  List<Group> atLeast(Connection connection, int mostOfOne, int mostOfAll) throws SQLException {
    List<Group> groups = new ArrayList<>();
    int left = mostOfAll;
    for (LivePlace place : all(connection)) {
      int most = groups.size() < MAX_COUNTED_PLACES ? Math.min(left, mostOfOne) : 0;
      int counted = most <= 1 ? 1 : Math.max(1, count(connection, place, most));
      left -= counted;
      groups.add(new Group(place.bucket, place.type, place.status, counted, null));
    }
    return groups;
  }

  private int count(Connection connection, LivePlace place, int most) throws SQLException {
    TaskFilter there = TaskFilter.all().bucket(place.bucket).type(place.type);
    Conditions conditions = Conditions.indexed(there, Set.of(place.status));
    return statements
        .search(connection, "count-few", conditions, most, row -> row.getInt(1))
        .get(0);
  }

  private List<LivePlace> all(Connection connection) throws SQLException {
    List<Optional<LivePlace>> places =
        statements.search(
            connection,
            "live-places",
            Conditions.none(),
            MAX_PLACES,
            row -> place(row.getInt(1), row.getString(2), row.getString(3)));
    return places.stream().flatMap(Optional::stream).toList();
  }

  /**
   * Returns the combination; empty for an unknown status. The engine soon stops tasks with such a
   * status in ERROR.
   */
  private static Optional<LivePlace> place(int status, String bucket, String type) {
    return Stream.of(Status.values())
        .filter(one -> one.code() == status && !one.isFinished())
        .findFirst()
        .map(one -> new LivePlace(one, bucket, type));
  }
}
