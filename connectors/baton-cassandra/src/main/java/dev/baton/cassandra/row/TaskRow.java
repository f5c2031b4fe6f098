package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.RowKey;
import dev.baton.operate.PastAttempt;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Task;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Its labels, and where its attempts are. */
  default TaskExtras extras() {
    return TaskExtras.NONE;
  }

  /** A task that hasn't ended. */
  record Live(Task task, List<KeyHold> keys, TaskExtras extras) implements TaskRow {
    /** The same row, with what has become of the task. */
    public Live with(Task changed) {
      return new Live(changed, keys, extras);
    }

    /** The same task, with others. */
    public Live with(TaskExtras others) {
      return new Live(task, keys, others);
    }

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
   * @param claimedAt when the claim that ended it was made; null when no node held it
   */
  record Finished(
      FinishedTask task,
      boolean isKept,
      List<KeyHold> keys,
      Instant removeAt,
      @Nullable Instant claimedAt,
      TaskExtras extras)
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
      return isKept ? Indexes.of(task) : Map.of(Keys.end(removeAt, id()), Indexes.NOTHING);
    }

    /** The attempt by which it is done, if it is. */
    public Optional<PastAttempt> goodAttempt() {
      return task.status() == Status.DONE
          ? Optional.of(
              new PastAttempt(
                  task.attempts(),
                  task.owner(),
                  claimedAt,
                  task.finishedAt(),
                  LastOutcome.SUCCESS,
                  ""))
          : Optional.empty();
    }

    /** Whether its id can't be used again. */
    public boolean hasItsIdAt(Instant now) {
      return isKept && task.keepUntil().isAfter(now);
    }

    /** The same, no longer to be looked at. */
    public Finished hidden() {
      return new Finished(task.outline(), false, keys, removeAt, null, TaskExtras.NONE);
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
