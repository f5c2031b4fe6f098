package dev.baton.engine.complete;

import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.util.Optional;

/**
 * An outcome that is tried after the store has refused the previous one.
 *
 * @param form the content of this outcome
 */
record SubstituteOutcome(OutcomeForm form, Transition transition) {
  private static final String STOPPED = "Its outcome could not be stored";
  private static final int LONGEST_PLAIN = 1_000;

  /** The forms of an outcome, in the order in which the completer tries them. */
  enum OutcomeForm {
    /** The handler's own outcome. */
    OWN,
    /**
     * The handler's own outcome, but its error text is short and in ASCII, so that every store can
     * keep it.
     */
    PLAIN,
    /** ERROR with the reason of the refusal, so that an operator can see it. */
    STOPPED_WITH_REASON,
    /** ERROR without the reason. */
    STOPPED
  }

  /**
   * Returns the outcome to try next; empty if the store has refused the last form, too.
   *
   * @param form form of the outcome that was refused
   * @param reason reason of the refusal; must not contain values of the row
   */
  static Optional<SubstituteOutcome> after(
      OutcomeForm form, Task task, Transition refused, String reason) {
    String error = refused.error();
    if (form == OutcomeForm.OWN && error != null && !error.equals(plain(error))) {
      Transition same =
          new Transition(
              refused.rule(), refused.id(), refused.guard(), refused.change(), plain(error));
      return Optional.of(new SubstituteOutcome(OutcomeForm.PLAIN, same));
    }
    return switch (form) {
      case OWN, PLAIN ->
          stopped(OutcomeForm.STOPPED_WITH_REASON, task, plain(STOPPED + ": " + reason));
      case STOPPED_WITH_REASON -> stopped(OutcomeForm.STOPPED, task, STOPPED);
      case STOPPED -> Optional.empty();
    };
  }

  private static Optional<SubstituteOutcome> stopped(OutcomeForm form, Task task, String error) {
    return Optional.of(new SubstituteOutcome(form, HolderRules.error(task, error)));
  }

  /** Returns the start of the text in ASCII, which every encoding supports. */
  private static String plain(String text) {
    return text.substring(0, Math.min(text.length(), LONGEST_PLAIN))
        .replaceAll("[^\\n\\t\\x20-\\x7e]", "?");
  }
}
