package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.Notes;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Changes the notes of a task, in the task's own shard.
 *
 * @param size bytes that it writes
 */
record NoteCommand<T>(UUID task, int size, NoteWork<T> step) implements Command<T> {
  private static final int ROW = 500;

  /** Work on the task and its notes. */
  @FunctionalInterface
  interface NoteWork<T> {
    /**
     * @param notes empty if there are none, or if they belong to another task
     */
    T with(@Nullable TaskRow task, Optional<Notes> notes, Rows rows, Instant now);
  }

  static <T> NoteCommand<T> of(UUID task, @Nullable Bytes value, NoteWork<T> step) {
    return new NoteCommand<>(task, ROW + (value == null ? 0 : value.length()), step);
  }

  @Override
  public List<RowKey> reads() {
    return List.of(Keys.task(task), Keys.notes(task));
  }

  @Override
  public T decide(Rows rows, Instant now) {
    TaskRow row = TaskRows.get(rows, task);
    Row there = rows.get(Keys.notes(task));
    Optional<Notes> notes = Optional.ofNullable(there).map(Notes::read);
    Optional<Notes> others = notes.filter(found -> !isOf(found, row));
    others.ifPresent(found -> found.remove(rows, task));
    return step.with(row, others.isPresent() ? Optional.empty() : notes, rows, now);
  }

  /** Returns whether the notes belong to this task. An earlier task may have had the same id. */
  static boolean isOf(Notes notes, @Nullable TaskRow task) {
    Instant created = createdAt(task);
    return created == null || created.equals(notes.taskCreatedAt());
  }

  static @Nullable Instant createdAt(@Nullable TaskRow task) {
    if (task instanceof TaskRow.Live live) {
      return live.task().createdAt();
    }
    return task instanceof TaskRow.Finished finished ? finished.task().createdAt() : null;
  }
}
