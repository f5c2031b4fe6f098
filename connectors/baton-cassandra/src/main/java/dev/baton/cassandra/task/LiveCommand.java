package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Changes a live task. Returns empty if the task doesn't exist or stays unchanged. */
abstract class LiveCommand<T> implements Command<Optional<T>> {
  private final UUID id;

  LiveCommand(UUID id) {
    this.id = id;
  }

  @Override
  public List<RowKey> reads() {
    return List.of(Keys.task(id));
  }

  @Override
  public final Optional<T> decide(Rows rows, Instant now) {
    return TaskRows.get(rows, id) instanceof TaskRow.Live live
        ? decide(live, rows, now)
        : Optional.empty();
  }

  abstract Optional<T> decide(TaskRow.Live live, Rows rows, Instant now);
}
