package dev.baton.handler;

import dev.baton.task.Status;

/** What a signal did. */
public sealed interface SignalResult {

  /**
   * The task has the state that the signal chose, once the transaction commits.
   *
   * @param ejected whether a node held it, whose later writes now do nothing
   */
  record Applied(boolean ejected) implements SignalResult {}

  /** The signal's function chose to leave the task as it is; nothing was written. */
  record NotWanted() implements SignalResult {}

  /** The task had finished before with this status. */
  record AlreadyFinished(Status status) implements SignalResult {}

  /** There is no such task: it never was, or it ended and nothing of it is kept. */
  record NotFound() implements SignalResult {}

  /** Whether the news have arrived. */
  default boolean wasApplied() {
    return this instanceof Applied;
  }
}
