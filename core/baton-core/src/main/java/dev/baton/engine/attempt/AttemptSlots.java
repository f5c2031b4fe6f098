package dev.baton.engine.attempt;

import dev.baton.handler.internal.Definition;
import dev.baton.task.row.Task;

/**
 * The slots that an attempt uses on this node. The dispatcher's {@code BookedSlots} implements it,
 * so that this package doesn't depend on the dispatcher. Thread-safe.
 */
public interface AttemptSlots {
  /**
   * Books a slot for the next state of the task. The slot of the current state remains in use until
   * the transition is written.
   *
   * @param moved the task in its next state
   * @return true if this node has a free slot
   */
  boolean bookNext(Task moved, Definition definition);

  /** Frees the slot of the previous state, because the task has moved to the next state. */
  void goneOn();

  /** Frees all slots; a second call does nothing. */
  void free();
}
