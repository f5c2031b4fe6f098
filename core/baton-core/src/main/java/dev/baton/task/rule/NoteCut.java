package dev.baton.task.rule;

import java.util.List;

/** The notes that a task loses if it runs again. */
public sealed interface NoteCut {

  /** All notes, or none. */
  enum Whole implements NoteCut {
    ALL,
    NONE
  }

  /**
   * The notes that a workflow loses if it runs again from one of its steps.
   *
   * @param step the first step to delete; the steps after it, sorted by name, are deleted, too
   * @param signals the signals and waits to delete
   */
  record FromStep(String step, List<SignalNote> signals) implements NoteCut {
    public FromStep {
      signals = List.copyOf(signals);
    }
  }
}
