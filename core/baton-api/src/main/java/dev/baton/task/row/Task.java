package dev.baton.task.row;

import dev.baton.task.Status;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A live task as a store read it.
 *
 * @param id id of the task, unique in the cluster
 * @param spec its type, payload and other fixed values
 * @param position its status and progress
 * @param createdAt time of the add
 * @param lastChange time when its state or data last changed, or when it last changed from BLOCKED
 *     to READY
 * @param lastAction time of the last change that raised the version; lease renewals and checkpoints
 *     don't count
 * @param fault why the row can't be read or written; null if it can. A task with a fault never
 *     runs: Baton stops it in ERROR
 */
public record Task(
    UUID id,
    TaskSpec spec,
    Position position,
    Instant createdAt,
    Instant lastChange,
    Instant lastAction,
    @Nullable RowFault fault) {

  /** Creates a task whose row was read without fault. */
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
   * Returns a copy without payload, context and data. The copy is small, and is enough for all
   * rules that don't change these values.
   */
  public Task outline() {
    return new Task(
        id, spec.outline(), position.withoutData(), createdAt, lastChange, lastAction, fault);
  }

  /**
   * Returns the time of the task's arrival, by which tasks are ordered. This is the time when it
   * was due or, if it had no time to run, was added.
   */
  public Instant arrivedAt() {
    Instant runAt = position.runAt();
    return runAt == null ? createdAt : runAt;
  }

  /**
   * Returns the earliest time at which a READY task, or the latest attempt of a RUNNING task, could
   * have begun. This is when it was due, when its state or data last changed, or when other tasks
   * no longer blocked it.
   */
  public Instant readySince() {
    Instant arrivedAt = arrivedAt();
    boolean hasChanged = lastChange.isAfter(createdAt);
    return hasChanged && lastChange.isAfter(arrivedAt) ? lastChange : arrivedAt;
  }

  /** Returns the time of the claim; null if the task is not RUNNING. */
  public @Nullable Instant claimedAt() {
    return position.status() == Status.RUNNING ? lastAction : null;
  }

  /** Returns a copy with this fault. */
  public Task with(RowFault found) {
    return new Task(id, spec, position, createdAt, lastChange, lastAction, found);
  }

  /** Returns a copy with this position. */
  public Task at(Position next) {
    return new Task(id, spec, next, createdAt, lastChange, lastAction, fault);
  }

  /** Returns this ready task as a candidate. */
  public Candidate candidate() {
    return new Candidate(
        id, position.version(), spec.bucket(), spec.flow(), spec.priority(), arrivedAt());
  }
}
