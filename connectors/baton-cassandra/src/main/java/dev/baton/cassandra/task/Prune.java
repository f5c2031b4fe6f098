package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Removes a finished task, or hides it while one of its keys is in use. Returns whether the task
 * was visible.
 */
record Prune(UUID id) implements Command<Boolean> {

  @Override
  public List<RowKey> reads() {
    return List.of(Keys.task(id));
  }

  @Override
  public Boolean decide(Rows rows, Instant now) {
    TaskRow row = TaskRows.get(rows, id);
    if (row instanceof TaskRow.Refusal refusal && !refusal.removeAt().isAfter(now)) {
      TaskRows.remove(rows, row);
    }
    if (!(row instanceof TaskRow.Finished end)) {
      return false;
    }
    boolean isShown = end.isKept() && !end.task().keepUntil().isAfter(now);
    if (!end.removeAt().isAfter(now)) {
      TaskRows.remove(rows, end);
    } else if (isShown) {
      TaskRows.put(rows, end, end.hidden());
    }
    return isShown;
  }
}
