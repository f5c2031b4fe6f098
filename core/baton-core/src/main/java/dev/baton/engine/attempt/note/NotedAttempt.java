package dev.baton.engine.attempt.note;

import dev.baton.handler.internal.Definition;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.ClaimFence;
import java.util.UUID;

/** An attempt, as the notes of its task need it. */
public interface NotedAttempt {
  /** The task as its holder has it now. */
  Task task();

  Definition definition();

  /** What the store must still find in the row. */
  ClaimFence fence();

  AttemptNotes notes();

  /** Whether what runs is its type's reconciler, and not the handler. */
  boolean isReconciling();

  /**
   * Refuses work that could not be remembered.
   *
   * @throws dev.baton.api.error.LeaseLostException when the attempt has ended or lost its lease
   */
  void requireHeld();

  default UUID taskId() {
    return task().id();
  }
}
