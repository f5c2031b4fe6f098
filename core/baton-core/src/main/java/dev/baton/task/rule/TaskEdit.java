package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskSpec;
import dev.baton.task.internal.TaskTraits;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a task is, changed while no node runs it: a compare-and-set that leaves it where it stands
 * and raises its version, so that nothing that was decided by the old content counts.
 *
 * @param guard the task as its author saw it
 * @param priority 0 (most urgent) to 9
 * @param payload as it is stored; null for none
 * @param traits how the payload is written, among others
 */
public record TaskEdit(
    UUID id, Guard guard, int priority, @Nullable Bytes payload, TaskTraits traits) {

  public TaskEdit {
    if (guard.status() == Status.RUNNING || guard.status().isFinished()) {
      throw new IllegalArgumentException(
          guard.status() == Status.RUNNING
              ? "It runs: its handler has its payload already. Cancel it, or wait until it has"
                  + " ended"
              : "It has ended " + guard.status());
    }
    if (guard.owner() != null || guard.timeIsUp()) {
      throw new IllegalArgumentException("An edit insists on status and version only");
    }
  }

  /** The task once this is written at {@code now}. */
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
