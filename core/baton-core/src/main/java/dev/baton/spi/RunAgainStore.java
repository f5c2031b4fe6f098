package dev.baton.spi;

import dev.baton.task.rule.NextPosition;
import java.util.Optional;
import java.util.UUID;

/** Capability of a store of tasks: finished tasks can run again. Thread-safe. */
public interface RunAgainStore {

  /**
   * Makes a finished task live again with its next version, and reserves its unique keys again.
   *
   * @return the reason of a refusal, or empty on success
   */
  Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement);

  /** Reasons why a finished task can't run again. */
  enum RunAgainRefusal {
    /** No finished task has this id and version. */
    NOT_THERE,
    /** Another task now has one of the finished task's unique keys. */
    KEY_TAKEN,
    /** The task's {@linkplain dev.baton.task.row.TaskSpec#isPayloadCleared payload was removed}. */
    PAYLOAD_CLEARED,
    /**
     * The store has left the task out of {@link OperationsStore#runAllAgain}: its row is locked or
     * can't be written, or no finished task has this id and version.
     */
    LEFT_OUT
  }
}
