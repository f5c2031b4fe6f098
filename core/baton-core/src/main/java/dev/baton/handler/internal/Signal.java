package dev.baton.handler.internal;

import dev.baton.handler.MoveDecision;
import dev.baton.task.row.Task;

/** A change to a task's row that comes from outside, such as the signal of a state machine. */
@FunctionalInterface
public interface Signal {

  /**
   * Decides how the signal changes the task. Must be quick and never wait, because the task's row
   * is locked during the call.
   *
   * @param task the current task; its status shows whether a node runs it
   */
  MoveDecision of(Task task);
}
