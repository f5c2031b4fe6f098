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
   * @param step the steps with this name and those after it, in the order of their names
   * @param signals signals and waits
   */
  record FromStep(String step, List<SignalNote> signals) implements NoteCut {
    public FromStep {
      signals = List.copyOf(signals);
    }
  }
}
