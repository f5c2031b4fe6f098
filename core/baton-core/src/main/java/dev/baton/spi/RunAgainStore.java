package dev.baton.spi;

import dev.baton.task.rule.NextPosition;
import java.util.Optional;
import java.util.UUID;

/** A capability of a store of tasks: finished ones can be made live again. Thread-safe. */
public interface RunAgainStore {

  /**
   * Makes a finished task live again under its next version; it takes its keys anew.
   *
   * @return why not, or empty when it was done
   */
  Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement);

  /** Why a finished task can't be run again. */
  enum RunAgainRefusal {
    /** No finished task has this id and version. */
    NOT_THERE,
    /** Another task has taken one of its keys since. */
    KEY_TAKEN,
    /** Its {@linkplain dev.baton.task.internal.TaskSpec#isPayloadCleared payload was removed}. */
    PAYLOAD_CLEARED
  }
}
