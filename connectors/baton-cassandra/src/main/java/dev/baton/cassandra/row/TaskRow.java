package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.RowKey;
import dev.baton.operate.PastAttempt;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of an id. Immutable. */
public sealed interface TaskRow {

  UUID id();

  /** Returns the index rows of the task, with their values. */
  Map<RowKey, byte[]> indexes();

  /**
   * Returns the keys of a task that was added with unique keys, and of earlier tasks with its id.
   */
  default List<KeyHold> keys() {
    return List.of();
  }

  default @Nullable Bytes payload() {
    return null;
  }

  /** Returns the labels of the task, and the places of its attempts. */
  default TaskExtras extras() {
    return TaskExtras.NONE;
  }

  /** A live task. */
  record Live(Task task, List<KeyHold> keys, TaskExtras extras) implements TaskRow {
    /** Returns the row with the changed task. */
    public Live with(Task changed) {
      return new Live(changed, keys, extras);
    }

    /** Returns the row with other extras. */
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
   * A finished task.
   *
   * @param isKept whether the task is visible; if not, only its keys are still in use
   * @param removeAt when the row may be removed
   * @param claimedAt when the last claim was made; null if no node ran the task at its end
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

    /** Returns the successful attempt of a DONE task; empty for other tasks. */
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

    /** Returns whether the task's id is still in use. */
    public boolean hasItsIdAt(Instant now) {
      return isKept && task.keepUntil().isAfter(now);
    }

    /** Returns the row after it was hidden. */
    public Finished hidden() {
      return new Finished(task.outline(), false, keys, removeAt, null, TaskExtras.NONE);
    }
  }

  /**
   * A registration of keys whose task must not be added, because another task has the keys now.
   *
   * @param id its token
   * @param removeAt when it may be removed: long after its caller has given up
   */
  record Refusal(UUID id, Instant removeAt) implements TaskRow {
    @Override
    public Map<RowKey, byte[]> indexes() {
      return Map.of(Keys.end(removeAt, id), Indexes.NOTHING);
    }
  }
}
