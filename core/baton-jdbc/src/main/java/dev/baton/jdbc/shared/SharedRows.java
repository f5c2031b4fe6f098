package dev.baton.jdbc.shared;

import dev.baton.operate.TaskFilter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Stores finished tasks so that several of them share a row. Thread-safe. */
public interface SharedRows {
  /** The implementation for databases in which each finished task has its own row. */
  SharedRows NONE = new NoSharedRows();

  /** Returns how many tasks with the same end are needed for a shared row. */
  int minTasks();

  /**
   * Finishes tasks and keeps their rows. If enough tasks without history end alike, they share
   * rows; the other tasks get one row each. Skips tasks that have keys, tasks that others wait for,
   * and tasks whose rows are locked.
   *
   * @return the tasks that were finished
   */
  Set<UUID> finish(Connection connection, List<UUID> ids, CommonEnd end) throws SQLException;

  /** If a finished task shares its row, gives each task of that row its own row. */
  void separate(Connection connection, UUID id) throws SQLException;

  /** Does what {@link #separate} does, unless another transaction has locked the shared row. */
  void separateUnlessLocked(Connection connection, UUID id) throws SQLException;

  /**
   * Removes shared rows whose tasks have been kept long enough, up to about {@code limit} tasks.
   *
   * @return the number of tasks removed
   */
  int prune(Connection connection, int limit) throws SQLException;

  /**
   * Returns the name of the SQL statement that finds ids in a range; empty if the database has no
   * shared rows.
   */
  Optional<String> idsBetween();

  /** Returns how a search reads shared rows; empty if the database has none. */
  Optional<SharedRowSearch> search(TaskFilter filter);
}
