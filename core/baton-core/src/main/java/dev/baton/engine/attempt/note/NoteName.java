package dev.baton.engine.attempt.note;

import dev.baton.handler.AwaitsSignals;

/** The names of what is noted beside a task: what a database would alter isn't found again. */
public final class NoteName {
  private static final int LONGEST_STEP = 120;

  private NoteName() {}

  /** Refuses a name of a step that can't be. */
  static void requireStep(String name) {
    require("step", name, LONGEST_STEP);
  }

  /** Refuses a name of a signal that can't be. */
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
