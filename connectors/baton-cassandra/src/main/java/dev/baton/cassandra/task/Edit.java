package dev.baton.cassandra.task;

import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.rule.TaskEdit;
import java.time.Instant;
import java.util.Optional;

/** Edits a task, if it hasn't changed since the caller read it. */
public final class Edit extends LiveCommand<Task> {
  private static final int ROW = 800;

  private final TaskEdit edit;

  public Edit(TaskEdit edit) {
    super(edit.id());
    this.edit = edit;
  }

  @Override
  public int size() {
    Bytes payload = edit.payload();
    return ROW + (payload == null ? 0 : payload.length());
  }

  @Override
  Optional<Task> decide(TaskRow.Live live, Rows rows, Instant now) {
    if (!Moves.fits(live.task(), edit.guard(), now)) {
      return Optional.empty();
    }
    Task edited = edit.of(live.task(), now);
    TaskRows.put(rows, live, live.with(edited));
    return Optional.of(edited);
  }
}
