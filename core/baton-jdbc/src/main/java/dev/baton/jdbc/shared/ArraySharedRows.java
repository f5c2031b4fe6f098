package dev.baton.jdbc.shared;

import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.TaskFilter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Stores several finished tasks in one row, with PostgreSQL arrays. A row contains tasks of one
 * type whose ids are from the same four seconds. An id that Baton creates begins with the time. So
 * only the few rows between the first id of these four seconds and the id itself may contain the
 * task.
 */
public final class ArraySharedRows implements SharedRows {
  /** With fewer tasks than this, one row per task costs less than a shared row. */
  public static final int MIN_TASKS = 16;

  private final Statements statements;
  private final int minTasks;

  /** The word of the SQL files that limits the first id of a shared row. */
  private final String near;

  /** Creates the store. {@code minTasks} is {@link #MIN_TASKS} except in tests. */
  public ArraySharedRows(Statements statements, int minTasks) {
    this.statements = statements;
    this.minTasks = minTasks;
    this.near = Objects.requireNonNull(statements.dialect().words().get("near"));
  }

  @Override
  public int minTasks() {
    return minTasks;
  }

  @Override
  public Set<UUID> finish(Connection connection, List<UUID> ids, CommonEnd end)
      throws SQLException {
    return statements.ids(
        connection,
        "shared-finish",
        b ->
            b.uuids(ids, id -> id)
                .number(end.version())
                .number(end.from().code())
                .uuid(end.owner())
                .number(Binder.microsOf(end.keep()))
                .number(end.to().code())
                .number(minTasks));
  }

  @Override
  public void separate(Connection connection, UUID id) throws SQLException {
    statements.ids(connection, "shared-separate", b -> b.uuid(id));
  }

  @Override
  public void separateUnlessLocked(Connection connection, UUID id) throws SQLException {
    if (!statements
        .arrays(connection, "shared-lock-unlocked", b -> b.uuid(id), row -> true)
        .isEmpty()) {
      separate(connection, id);
    }
  }

  @Override
  public int prune(Connection connection, int limit) throws SQLException {
    return statements
        .arrays(
            connection, "shared-prune", b -> b.number(limit).number(limit), row -> row.getInt(1))
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
                + near
                + "))";
    return Optional.of(
        new SharedRowSearch(
            "shared-search", "shared-window", "shared-count-few", begin, List.copyOf(ids)));
  }
}
