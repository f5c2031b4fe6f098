package dev.baton.handler;

import dev.baton.task.Task;

/**
 * A change of a task that comes from outside, such as a callback; see {@link StateMachine#signal}
 * for tasks with typed states and data.
 */
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
