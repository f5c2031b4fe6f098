package dev.baton.jdbc.shared;

import dev.baton.operate.TaskFilter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Stores several finished tasks in one row, with PostgreSQL arrays. A row contains tasks of one
 * type whose ids are from the same four seconds. An id that Baton creates begins with the time. So
 * only the few rows between the first id of these four seconds and the id itself may contain the
 * task.
 */
public final class ArraySharedRows implements SharedRows {
  /** With fewer tasks than this, one row per task costs less than a shared row. */
  public static final int MIN_TASKS = 16;

  /**
   * SQL condition on the first id of a shared row that may contain the task {@code q}; see
   * baton_shared_row.
   */
  private static final String NEAR =
      "BETWEEN (left(q.id::text, 10) || '000-0000-0000-000000000000')::uuid AND q.id";

  private final Sql sql;
  private final int minTasks;

  /** Creates the store. {@code minTasks} is {@link #MIN_TASKS} except in tests. */
  public ArraySharedRows(Sql sql, int minTasks) {
    this.sql = sql;
    this.minTasks = minTasks;
  }

  /** Returns the replacements for words in braces in the SQL files. */
  public static Map<String, String> words() {
    return Map.of(
        "near",
        NEAR,
        // A condition on the view baton_shared_task with the alias f.
        "sharedRowOfQ",
        "f.first_id " + NEAR + " AND f.last_id >= q.id AND f.id = q.id");
  }

  @Override
  public int minTasks() {
    return minTasks;
  }

  @Override
  public Set<UUID> finish(Connection connection, List<UUID> ids, CommonEnd end)
      throws SQLException {
    List<?> parameters =
        List.of(
            ids,
            end.version(),
            end.from().code(),
            end.owner(),
            micros(end.keep()),
            end.to().code(),
            minTasks);
    return new HashSet<>(
        sql.query(connection, "shared-finish", parameters, row -> row.getObject(1, UUID.class)));
  }

  private static long micros(Duration duration) {
    return TimeUnit.MICROSECONDS.convert(duration);
  }

  @Override
  public void separate(Connection connection, UUID id) throws SQLException {
    sql.query(connection, "shared-separate", List.of(id), row -> row.getObject(1, UUID.class));
  }

  @Override
  public int prune(Connection connection, int limit) throws SQLException {
    return sql.query(connection, "shared-prune", List.of(limit, limit), row -> row.getInt(1))
        .get(0);
  }

  @Override
  public Optional<String> idsBetween() {
    return Optional.of("shared-ids-between");
  }

  /**
   * Returns a search by ids. A correlation id is also searched as an id, because it is the id of
   * the first task of the chain.
   */
  @Override
  public Optional<SharedRowSearch> search(TaskFilter filter) {
    Set<UUID> ids = new TreeSet<>(filter.ids());
    if (filter.correlation() != null) {
      ids.add(filter.correlation());
    }
    String begin =
        ids.isEmpty()
            ? "true"
            : "f.first_id = ANY (ARRAY(SELECT b.id FROM unnest(ARRAY[?"
                + ", ?".repeat(ids.size() - 1)
                + "]::uuid[]) AS q(id) JOIN baton_shared_row b ON b.last_id >= q.id AND b.id "
                + NEAR
                + "))";
    return Optional.of(
        new SharedRowSearch(
            "shared-search", "shared-window", "shared-count-few", begin, List.copyOf(ids)));
  }
}
