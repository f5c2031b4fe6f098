package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.RowKey;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What stands under an id. Immutable. */
public sealed interface TaskRow {

  UUID id();

  /** The rows by which others find it, and what they hold. */
  Map<RowKey, byte[]> indexes();

  /** A task that was added with unique keys, or whose id had been used by one that was. */
  default List<KeyHold> keys() {
    return List.of();
  }

  default @Nullable Bytes payload() {
    return null;
  }

  /** A task that hasn't ended. */
  record Live(Task task, List<KeyHold> keys) implements TaskRow {
    @Override
    public UUID id() {
      return task.id();
    }

    @Override
    public @Nullable Bytes payload() {
      return task.spec().payload();
    }

    @Override
    public Map<RowKey, byte[]> indexes() {
      return Indexes.of(task);
    }
  }

  /**
   * A task that has ended.
   *
   * @param isKept whether it may be looked at; if not, only its keys are still held
   * @param removeAt when the row may go
   */
  record Finished(FinishedTask task, boolean isKept, List<KeyHold> keys, Instant removeAt)
      implements TaskRow {
    @Override
    public UUID id() {
      return task.id();
    }

    @Override
    public @Nullable Bytes payload() {
      return task.spec().payload();
    }

    @Override
    public Map<RowKey, byte[]> indexes() {
      return Map.of(Keys.end(isKept ? task.keepUntil() : removeAt, id()), Indexes.NOTHING);
    }

    /** Whether its id can't be used again. */
    public boolean hasItsIdAt(Instant now) {
      return isKept && task.keepUntil().isAfter(now);
    }

    /** The same, no longer to be looked at. */
    public Finished hidden() {
      return new Finished(task.outline(), false, keys, removeAt);
    }
  }

  /**
   * A registration of keys whose task may not be added any more: another has them now.
   *
   * @param id its token
   * @param removeAt when it may go: when its author has long given up
   */
  record Refusal(UUID id, Instant removeAt) implements TaskRow {
    @Override
    public Map<RowKey, byte[]> indexes() {
      return Map.of(Keys.end(removeAt, id), Indexes.NOTHING);
    }
  }
}
