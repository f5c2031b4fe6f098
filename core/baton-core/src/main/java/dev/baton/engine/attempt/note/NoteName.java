package dev.baton.engine.attempt.note;

import dev.baton.handler.AwaitsSignals;
import dev.baton.handler.Workflow;

/**
 * Checks the names of steps and signals. A database might change other characters, so that a later
 * attempt would not find the note.
 */
public final class NoteName {
  private static final int LONGEST_STEP = 120;

  private NoteName() {}

  /** Throws if the name of a step is invalid. */
  static void requireStep(String name) {
    require("step", name, LONGEST_STEP);
  }

  /**
   * Throws if the name of a workflow's step is invalid. It is stored together with the step's
   * number.
   */
  static void requireWorkflowStep(String name) {
    require("step", name, Workflow.MAX_STEP_NAME);
  }

  /** Throws if the name of a signal is invalid. */
  public static void requireSignal(String name) {
    require("signal", name, AwaitsSignals.MAX_SIGNAL_NAME);
  }

  private static void require(String what, String name, int longest) {
    boolean plain =
        name.chars().noneMatch(c -> Character.isISOControl(c) || Character.isSurrogate((char) c));
    if (name.isEmpty() || name.length() > longest || !name.equals(name.strip()) || !plain) {
      throw new IllegalArgumentException(
          "The name of a "
              + what
              + " has 1-"
              + longest
              + " plain characters and no blanks at its ends; '"
              + name
              + "' doesn't");
    }
  }
}
