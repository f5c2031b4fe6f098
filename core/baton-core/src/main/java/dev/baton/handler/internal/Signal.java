package dev.baton.handler.internal;

import dev.baton.handler.MoveDecision;
import dev.baton.task.row.Task;

/** A change to a task's row that comes from outside, such as the signal of a state machine. */
@FunctionalInterface
public interface Signal {

  /**
   * Decides how the signal changes the task. The task's row is locked meanwhile, so the method must
   * be quick and never wait.
   *
   * @param task the current task; its status shows whether a node runs it
   */
  MoveDecision of(Task task);
}
