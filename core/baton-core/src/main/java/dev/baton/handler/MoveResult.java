package dev.baton.handler;

import dev.baton.task.Status;

/** The result of {@link StateMachine#move}. */
public sealed interface MoveResult {

  /**
   * The task has moved to the state that the {@link StateMachine.Reaction} chose. The move takes
   * effect when the transaction commits.
   *
   * @param ejected whether a node was running the task; that attempt has lost the task, so its
   *     later writes have no effect
   */
  record Applied(boolean ejected) implements MoveResult {}

  /**
   * The {@link StateMachine.Reaction} returned {@link StateView#notWanted}; the task is unchanged.
   */
  record NotWanted() implements MoveResult {}

  /** The task had already finished with this status. */
  record AlreadyFinished(Status status) implements MoveResult {}

  /** The task doesn't exist: it was never added, or it has finished and been deleted. */
  record NotFound() implements MoveResult {}

  /** Returns whether the task has moved. */
  default boolean wasApplied() {
    return this instanceof Applied;
  }
}
