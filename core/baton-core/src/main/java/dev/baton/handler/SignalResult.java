package dev.baton.handler;

import dev.baton.task.Status;

/** The effect of a signal. */
public sealed interface SignalResult {

  /**
   * The signal was applied: the task gets the state that the signal chose when the transaction
   * commits.
   *
   * @param ejected whether a node was running the task; later writes of that attempt have no effect
   */
  record Applied(boolean ejected) implements SignalResult {}

  /** The signal's function left the task unchanged; nothing was written. */
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
