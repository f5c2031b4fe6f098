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

  /** The same task, standing elsewhere. */
  public Task at(Position next) {
    return new Task(id, spec, next, createdAt, lastChange, lastAction);
  }
}
