package dev.baton.engine.complete;

import dev.baton.task.internal.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.util.Optional;

/**
 * An outcome that is written when the store refuses the content of the handler's outcome.
 *
 * @param form the content of this outcome
 */
record SubstituteOutcome(Form form, Transition transition) {
  private static final String STOPPED = "Its outcome could not be stored";
  private static final int LONGEST_PLAIN = 1_000;

  /** The forms of an outcome, in the order in which they are tried. */
  enum Form {
    /** The handler's own outcome. */
    OWN,
    /** The handler's outcome, with a short error text that every store can keep. */
    PLAIN,
    /** ERROR with the reason, so that a person sees why. */
    STOPPED_WITH_REASON,
    /** ERROR alone. */
    STOPPED
  }

  /**
   * Returns the outcome to try next; empty if the last form was refused.
   *
   * @param form form of the outcome that was refused
   * @param reason why it was refused; contains no values
   */
  static Optional<SubstituteOutcome> after(
      Form form, Task task, Transition refused, String reason) {
    String error = refused.error();
    if (form == Form.OWN && error != null && !error.equals(plain(error))) {
      Transition same =
          new Transition(
              refused.rule(), refused.id(), refused.guard(), refused.change(), plain(error));
      return Optional.of(new SubstituteOutcome(Form.PLAIN, same));
    }
    return switch (form) {
      case OWN, PLAIN -> stopped(Form.STOPPED_WITH_REASON, task, plain(STOPPED + ": " + reason));
      case STOPPED_WITH_REASON -> stopped(Form.STOPPED, task, STOPPED);
      case STOPPED -> Optional.empty();
    };
  }

  private static Optional<SubstituteOutcome> stopped(Form form, Task task, String error) {
    return Optional.of(new SubstituteOutcome(form, HolderRules.error(task, error)));
  }

  /** Returns the text in ASCII, which every encoding supports. */
  private static String plain(String text) {
    return text.substring(0, Math.min(text.length(), LONGEST_PLAIN))
        .replaceAll("[^\\n\\t\\x20-\\x7e]", "?");
  }
}
