package dev.baton.handler.internal;

import dev.baton.handler.SignalDecision;
import dev.baton.task.internal.Task;

/** A change of a row that comes from outside, such as the signal of a state machine. */
@FunctionalInterface
public interface Signal {

  /**
   * What the news make of the task, which is locked meanwhile: decide quickly, and wait for
   * nothing.
   *
   * @param task as it stands now; its status tells whether a node holds it
   */
  SignalDecision of(Task task);
}
