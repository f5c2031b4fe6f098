package dev.baton.engine.attempt.note;

import dev.baton.handler.internal.Definition;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.ClaimFence;
import java.util.UUID;

/** The part of a running attempt that this package uses. */
public interface NotedAttempt {
  /** Returns the task in the version that this node knows. */
  Task task();

  Definition definition();

  /** Returns the owner and version that the row must still have. */
  ClaimFence fence();

  AttemptNotes notes();

  /** Returns whether the type's reconciler runs, and not the handler. */
  boolean isReconciling();

  /**
   * Refuses work whose result could not be stored.
   *
   * @throws dev.baton.api.error.LeaseLostException if the attempt has ended or lost its lease
   */
  void requireHeld();

  default UUID taskId() {
    return task().id();
  }
}
