package dev.baton.engine.attempt;

import dev.baton.handler.internal.Definition;
import dev.baton.task.internal.Task;

/** The slots that a task of this node takes while it is run. Thread-safe. */
public interface AttemptSlots {
  /**
   * Whether there is a slot for the state that the task is about to go on to. It keeps the slot of
   * the state before until that is written.
   *
   * @param moved the task as it will be
   */
  boolean bookNext(Task moved, Definition definition);

  /** The task has gone on to that state. */
  void goneOn();

  /** Frees all of them; a second call does nothing. */
  void free();
}
