package dev.baton.cassandra.task;

import dev.baton.api.AddResult;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cassandra.row.KeyHold;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskExtras;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.row.WaitRow;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Waits;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inserts a task whose unique keys have been registered. Returns empty if the registration was
 * refused meanwhile, because another task may have the keys.
 *
 * @param token identifies the registration
 * @param isLate whether it is too late to insert: a refusal may have been removed already
 */
record Insert(NewTask task, UUID token, BooleanSupplier isLate)
    implements Command<Optional<AddResult>> {
  private static final int INDEXES = 600;

  @Override
  public List<RowKey> reads() {
    RowKey own = Keys.task(task.id());
    return hasRegistered() ? List.of(own, Keys.task(token)) : List.of(own);
  }

  private boolean hasRegistered() {
    return task.keys().stream().anyMatch(key -> key.kind() == TaskKey.Kind.UNIQUE);
  }

  @Override
  public int size() {
    Bytes payload = task.spec().payload();
    Waits waits = task.waits();
    return INDEXES
        + (payload == null ? 0 : payload.length())
        + (waits == null ? 0 : WaitRow.size(waits.size()));
  }

  @Override
  public Optional<AddResult> decide(Rows rows, Instant now) {
    if (isLate.getAsBoolean()) {
      throw new StoreUnavailableException("Task " + task.id() + " could not be added in time");
    }
    if (hasRegistered() && TaskRows.get(rows, token) instanceof TaskRow.Refusal) {
      return Optional.empty();
    }
    TaskRow before = TaskRows.get(rows, task.id());
    if (isTaken(before, now)) {
      return Optional.of(new AddResult.AlreadyExists(task.id()));
    }
    Waits waits = task.waits();
    TaskExtras extras = TaskExtras.of(task.labels(), waits != null);
    TaskRows.put(rows, before, new TaskRow.Live(task(now), keys(before, now), extras));
    if (waits != null) {
      WaitRow.of(waits, now).put(rows, task.id(), null);
    }
    return Optional.of(new AddResult.Added(task.id()));
  }

  /**
   * Returns whether the id is taken. Ids that Baton creates are never used twice: a second insert
   * means that the caller didn't get the first result.
   */
  private boolean isTaken(@Nullable TaskRow before, Instant now) {
    boolean named = task.keys().stream().anyMatch(key -> key.kind() == TaskKey.Kind.ID);
    return before instanceof TaskRow.Live
        || (before instanceof TaskRow.Finished finished && (!named || finished.hasItsIdAt(now)));
  }

  private Task task(Instant now) {
    return new Task(task.id(), task.spec(), task.placement().at(now, 1), now, now, now);
  }

  /** Returns the task's keys, and keys that an earlier task of the same id still has. */
  private List<KeyHold> keys(@Nullable TaskRow before, Instant now) {
    Stream<KeyHold> earlier =
        before == null ? Stream.of() : before.keys().stream().filter(key -> key.holdsAt(now));
    Stream<KeyHold> own =
        task.keys().stream()
            .filter(key -> key.kind() == TaskKey.Kind.UNIQUE)
            .map(key -> KeyHold.of(task.spec().type(), key, token, now));
    return Stream.concat(earlier, own).toList();
  }
}
