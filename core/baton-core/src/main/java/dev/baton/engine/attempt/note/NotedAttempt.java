package dev.baton.engine.attempt.note;

import dev.baton.handler.internal.Definition;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import java.util.UUID;

/** The part of a running attempt that this package uses. */
public interface NotedAttempt {
  /** Returns the task as this node last read or wrote it. */
  Task task();

  Definition definition();

  /** Returns the owner and the version that the row must still have when this attempt writes. */
  ClaimFence fence();

  AttemptNotes notes();

  /** Returns whether the type's reconciler is running now, and not the handler. */
  boolean isReconciling();

  /**
   * Throws if the attempt has ended or lost its lease, because its notes could no longer be stored.
   *
   * @throws dev.baton.api.error.LeaseLostException if the attempt has ended or lost its lease
   */
  void requireHeld();

  default UUID taskId() {
    return task().id();
  }
}
