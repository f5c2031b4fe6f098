package dev.baton.task;

import java.time.Instant;
import java.util.UUID;

/**
 * A live task as a store read it.
 *
 * @param id unique in the cluster
 * @param spec what it is
 * @param position where it stands
 * @param createdAt when it was added
 * @param lastChange when its state or data last changed
 * @param lastAction when the row was last written, by whomever
 */
public record Task(
    UUID id,
    TaskSpec spec,
    Position position,
    Instant createdAt,
    Instant lastChange,
    Instant lastAction) {

  /**
   * The same task without its payload, context and data: enough for every rule that keeps them, and
   * small however large the task is.
   */
  public Task outline() {
    return new Task(id, spec.outline(), position.withoutData(), createdAt, lastChange, lastAction);
  }

  /** The same task, standing elsewhere. */
  public Task at(Position next) {
    return new Task(id, spec, next, createdAt, lastChange, lastAction);
  }
}
