package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Refuses a registration whose task doesn't exist yet, in the task's shard. The task can't be added
 * later. Returns true if the registration is refused, or false if the task has been added.
 */
record Refuse(KeyTable.Registration registration) implements Command<Boolean> {
  /** Time after which certainly no node still tries to insert the task. */
  static final Duration KEEP = Duration.ofHours(2);

  @Override
  public List<RowKey> reads() {
    return List.of(Keys.task(registration.task()), Keys.task(registration.token()));
  }

  @Override
  public Boolean decide(Rows rows, Instant now) {
    TaskRow task = TaskRows.get(rows, registration.task());
    boolean came =
        task != null
            && task.keys().stream().anyMatch(key -> key.token().equals(registration.token()));
    if (!came) {
      TaskRow before = TaskRows.get(rows, registration.token());
      TaskRows.put(rows, before, new TaskRow.Refusal(registration.token(), now.plus(KEEP)));
    }
    return !came;
  }
}
