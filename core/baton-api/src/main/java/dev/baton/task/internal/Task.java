package dev.baton.task.internal;

import dev.baton.task.Status;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A live task as a store read it.
 *
 * @param id unique in the cluster
 * @param spec what it is
 * @param position where it stands
 * @param createdAt when it was added
 * @param lastChange when its state or data last changed, or it became READY after it was BLOCKED
 * @param lastAction when it last changed hands or plan, which is when its version was raised; a
 *     renewed lease and a checkpoint leave it as it is
 * @param fault what in its row can't be read, or written; null when all of it can. Such a task is
 *     never run: it is to be stopped in ERROR
 */
public record Task(
    UUID id,
    TaskSpec spec,
    Position position,
    Instant createdAt,
    Instant lastChange,
    Instant lastAction,
    @Nullable RowFault fault) {

  /** One whose row was read whole. */
  public Task(
      UUID id,
      TaskSpec spec,
      Position position,
      Instant createdAt,
      Instant lastChange,
      Instant lastAction) {
    this(id, spec, position, createdAt, lastChange, lastAction, null);
  }

  /**
   * The same task without its payload, context and data: enough for every rule that keeps them, and
   * small however large the task is.
   */
  public Task outline() {
    return new Task(
        id, spec.outline(), position.withoutData(), createdAt, lastChange, lastAction, fault);
  }

  /** The task's place in the order of arrival: when it was to run, or was added. */
  public Instant arrivedAt() {
    Instant runAt = position.runAt();
    return runAt == null ? createdAt : runAt;
  }

  /**
   * Since when a READY task, or the latest attempt of a RUNNING one, could have begun: when it was
   * to run, or its state or data last changed, or others no longer blocked it.
   */
  public Instant readySince() {
    Instant arrivedAt = arrivedAt();
    boolean hasChanged = lastChange.isAfter(createdAt);
    return hasChanged && lastChange.isAfter(arrivedAt) ? lastChange : arrivedAt;
  }

  /** Since when a node has held it; null when it isn't RUNNING. */
  public @Nullable Instant claimedAt() {
    return position.status() == Status.RUNNING ? lastAction : null;
  }

  /** The same task, whose row can't be used. */
  public Task with(RowFault found) {
    return new Task(id, spec, position, createdAt, lastChange, lastAction, found);
  }

  /** The same task, standing elsewhere. */
  public Task at(Position next) {
    return new Task(id, spec, next, createdAt, lastChange, lastAction, fault);
  }
}
