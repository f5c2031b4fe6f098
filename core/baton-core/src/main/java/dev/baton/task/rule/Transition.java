package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One move of one task, decided and not yet made: a compare-and-set for a store to apply. A
 * transition that its rule doesn't allow can't be built.
 *
 * @param rule the rule it follows
 * @param id the task
 * @param guard the precondition
 * @param change what is written
 * @param error why the attempt failed or was lost, for the task's history; null when it went well
 */
public record Transition(Rule rule, UUID id, Guard guard, Change change, @Nullable String error) {

  private static final int MAX_ERROR = 8_000;

  public Transition {
    if (!rule.allows(guard.status(), change.to())) {
      throw new IllegalArgumentException(
          rule + " doesn't lead from " + guard.status() + " to " + change.to());
    }
    if (rule.needsTimeIsUp() && !guard.timeIsUp()) {
      throw new IllegalArgumentException(rule + " must insist that the time is up");
    }
    if (change instanceof Change.Move move && move.newVersion() != rule.newVersion()) {
      throw new IllegalArgumentException(
          rule + (rule.newVersion() ? " must raise" : " must keep") + " the version");
    }
    if (error != null) {
      error = Texts.kept(error, MAX_ERROR);
    }
  }

  /** Returns how the attempt that this ends ended, for the task's history. */
  public LastOutcome outcome() {
    if (rule == Rule.LEAVE_TO_OTHERS) {
      return LastOutcome.LEFT_TO_OTHERS;
    }
    if (change instanceof Change.Move move) {
      return move.placement().lastOutcome();
    }
    return change.to() == Status.FAILED ? LastOutcome.FAILURE : LastOutcome.NONE;
  }

  /**
   * Returns whether the time of the row's last change becomes now: the state or data change, or a
   * BLOCKED task becomes READY.
   */
  public boolean isChange() {
    return change instanceof Change.Move move
        && (move.changed() || (guard.status() == Status.BLOCKED && move.to() == Status.READY));
  }
}
