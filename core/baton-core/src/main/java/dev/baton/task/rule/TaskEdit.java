package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change to the content of a task that isn't running: a compare-and-set that keeps the task's
 * position. It raises the version, so that a concurrent change based on the old content has no
 * effect.
 *
 * @param guard the version and status that the author of the edit read
 * @param priority 0 (most urgent) to 9
 * @param payload the payload in its stored form; null for none
 * @param traits entries that Baton stores about the task, such as the form of the payload
 */
public record TaskEdit(
    UUID id, Guard guard, int priority, @Nullable Bytes payload, TaskTraits traits) {

  public TaskEdit {
    if (guard.status() == Status.RUNNING || guard.status().isFinished()) {
      throw new IllegalArgumentException(
          guard.status() == Status.RUNNING
              ? "It is running, and its handler already has the payload. Cancel it, or wait until"
                  + " it has ended"
              : "It has ended " + guard.status());
    }
    if (guard.owner() != null || guard.timeIsUp()) {
      throw new IllegalArgumentException(
          "The guard of an edit may contain only status and version");
    }
  }

  /** Returns the task after this edit is written at {@code now}. */
  public Task of(Task before, java.time.Instant now) {
    TaskSpec spec = before.spec();
    TaskSpec edited =
        new TaskSpec(
            spec.flow(),
            spec.subType(),
            spec.bucket(),
            priority,
            payload,
            spec.context(),
            traits,
            spec.origin(),
            spec.keyed());
    return new Task(
        before.id(),
        edited,
        before.position().withNextVersion(),
        before.createdAt(),
        before.lastChange(),
        now);
  }
}
