package dev.baton.jdbc.shared;

import dev.baton.operate.TaskFilter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The rows that finished tasks share. Thread-safe. */
public interface SharedRows {
  /** For databases where each finished task has a row of its own. */
  SharedRows NONE = new NoSharedRows();

  /** From how many tasks on that end alike these share rows. */
  int minTasks();

  /**
   * Ends tasks, and keeps them: those with no history in shared rows, as far as enough of them are
   * alike, the others in a row each. Passes over tasks that somebody waits for, that have keys, and
   * whose rows somebody else has locked.
   *
   * @return those that were ended
   */
  Set<UUID> finish(Connection connection, List<UUID> ids, CommonEnd end) throws SQLException;

  /** Gives this finished task a row of its own, and all that share its row; if it shares one. */
  void separate(Connection connection, UUID id) throws SQLException;

  /**
   * Removes shared rows whose tasks have been kept long enough, until these were about {@code
   * limit} tasks.
   *
   * @return how many tasks they were
   */
  int prune(Connection connection, int limit) throws SQLException;

  /** How a search gets at shared rows; none where there aren't any. */
  Optional<SharedRowSearch> search(TaskFilter filter);
}
