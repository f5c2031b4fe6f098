package dev.baton.cassandra.task;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cassandra.row.KeyHold;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.Notes;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NextPosition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Makes a finished task live again, after its keys have been registered again. The task's earlier
 * notes are removed.
 *
 * @param token identifies the registration
 * @param isLate whether it is too late: a refusal may have been removed already
 */
record RunAgain(UUID id, long version, NextPosition placement, UUID token, BooleanSupplier isLate)
    implements Command<Optional<RunAgainRefusal>> {

  @Override
  public List<RowKey> reads() {
    return List.of(Keys.task(id), Keys.task(token), Keys.notes(id));
  }

  @Override
  public Optional<RunAgainRefusal> decide(Rows rows, Instant now) {
    if (isLate.getAsBoolean()) {
      throw new StoreUnavailableException("Task " + id + " could not be run again in time");
    }
    if (!(TaskRows.get(rows, id) instanceof TaskRow.Finished finished)
        || !isThere(finished, version)) {
      return Optional.of(RunAgainRefusal.NOT_THERE);
    }
    if (TaskRows.get(rows, token) instanceof TaskRow.Refusal) {
      return Optional.of(RunAgainRefusal.KEY_TAKEN);
    }
    List<KeyHold> keys = finished.keys().stream().map(key -> key.again(token)).toList();
    Task again = task(finished.task(), now);
    TaskRows.change(rows, finished, new TaskRow.Live(again, keys, finished.extras()));
    Row notes = rows.get(Keys.notes(id));
    if (notes != null) {
      Notes.read(notes).remove(rows, id);
    }
    return Optional.empty();
  }

  static boolean isThere(TaskRow.Finished finished, long version) {
    return finished.isKept() && finished.task().version() == version;
  }

  private Task task(FinishedTask ended, Instant now) {
    return new Task(id, ended.spec(), placement.at(now, version + 1), ended.createdAt(), now, now);
  }
}
