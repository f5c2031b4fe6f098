package dev.baton.handler;

import dev.baton.task.Status;

/** The result of sending a signal to a task with states. */
public sealed interface SignalResult {

  /**
   * The signal was applied: the task gets the state that the signal chose when the transaction
   * commits.
   *
   * @param ejected whether a node was running the task; that attempt has lost the task, so its
   *     later writes have no effect
   */
  record Applied(boolean ejected) implements SignalResult {}

  /**
   * The {@link StateMachine.Reaction} returned {@link StateView#notWanted}; the task is unchanged.
   */
  record NotWanted() implements SignalResult {}

  /** The task had already finished with this status. */
  record AlreadyFinished(Status status) implements SignalResult {}

  /** The task doesn't exist: it was never added, or it has finished and been deleted. */
  record NotFound() implements SignalResult {}

  /** Returns whether the signal was applied. */
  default boolean wasApplied() {
    return this instanceof Applied;
  }
}
