package dev.baton.engine.complete;

import dev.baton.task.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.util.Optional;

/** Makes the outcome that is written when the store refuses the content of the handler's own. */
final class SubstituteOutcome {
  private static final String STOPPED = "Its outcome could not be stored";
  private static final int LONGEST_PLAIN = 1_000;

  private SubstituteOutcome() {}

  /**
   * First the same with a short error text that every store can keep; then ERROR with the reason,
   * so that a person gets to see why; then ERROR alone; then nothing.
   *
   * @param reason why it was refused; no value is in it
   */
  static Optional<Transition> of(Task task, Transition refused, String reason) {
    String error = refused.error();
    if (error != null && !error.equals(plain(error))) {
      return Optional.of(
          new Transition(
              refused.rule(), refused.id(), refused.guard(), refused.change(), plain(error)));
    }
    if (error == null || !error.startsWith(STOPPED)) {
      return Optional.of(HolderRules.error(task, plain(STOPPED + ": " + reason)));
    }
    return error.equals(STOPPED) ? Optional.empty() : Optional.of(HolderRules.error(task, STOPPED));
  }

  /** In ASCII, which every encoding has. */
  private static String plain(String text) {
    return text.substring(0, Math.min(text.length(), LONGEST_PLAIN))
        .replaceAll("[^\\n\\t\\x20-\\x7e]", "?");
  }
}
