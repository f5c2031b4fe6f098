package dev.baton.jdbc.shared;

import dev.baton.operate.TaskFilter;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Stores each finished task in its own row. */
final class NoSharedRows implements SharedRows {
  @Override
  public int minTasks() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Set<UUID> finish(Connection connection, List<UUID> ids, CommonEnd end) {
    throw new UnsupportedOperationException("Finished tasks don't share rows in this database");
  }

  @Override
  public void separate(Connection connection, UUID id) {}

  @Override
  public void separateUnlessLocked(Connection connection, UUID id) {}

  @Override
  public int prune(Connection connection, int limit) {
    return 0;
  }

  @Override
  public Optional<String> idsBetween() {
    return Optional.empty();
  }

  @Override
  public Optional<SharedRowSearch> search(TaskFilter filter) {
    return Optional.empty();
  }
}
