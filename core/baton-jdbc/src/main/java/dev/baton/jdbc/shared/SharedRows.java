package dev.baton.jdbc.shared;

import dev.baton.operate.TaskFilter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Stores finished tasks in shared rows. Thread-safe. */
public interface SharedRows {
  /** The implementation for databases where each finished task has its own row. */
  SharedRows NONE = new NoSharedRows();

  /** Returns the minimum number of tasks with a common end that share rows. */
  int minTasks();

  /**
   * Finishes tasks and keeps them. Tasks without history go into shared rows if enough of them are
   * alike; the others get a row each. Skips tasks that other tasks wait for, tasks that have keys,
   * and tasks whose rows are locked.
   *
   * @return the tasks that were finished
   */
  Set<UUID> finish(Connection connection, List<UUID> ids, CommonEnd end) throws SQLException;

  /**
   * Gives a finished task and all tasks that share its row their own rows. Does nothing if it
   * shares none.
   */
  void separate(Connection connection, UUID id) throws SQLException;

  /**
   * Removes shared rows whose tasks have been kept long enough, up to about {@code limit} tasks.
   *
   * @return the number of tasks removed
   */
  int prune(Connection connection, int limit) throws SQLException;

  /** Returns the SQL statement that finds ids in a range; empty if the database has none. */
  Optional<String> idsBetween();

  /** Returns how a search reads shared rows; empty if the database has none. */
  Optional<SharedRowSearch> search(TaskFilter filter);
}
