package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Position;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One transition of one task that a rule has decided. A store applies it as a compare-and-set. The
 * constructor refuses a transition that its rule doesn't allow.
 *
 * @param rule the rule that allows this transition
 * @param id the task
 * @param guard the precondition
 * @param change the change to write
 * @param error why the attempt failed or was lost, for the task's history; null if neither happened
 */
public record Transition(Rule rule, UUID id, Guard guard, Change change, @Nullable String error) {

  private static final int MAX_ERROR = 8_000;

  public Transition {
    if (!rule.allows(guard.status(), change.to())) {
      throw new IllegalArgumentException(
          rule + " doesn't lead from " + guard.status() + " to " + change.to());
    }
    if (rule.needsTimeIsUp() && !guard.timeIsUp()) {
      throw new IllegalArgumentException(rule + " needs a guard with timeIsUp");
    }
    if (error != null) {
      error = Texts.kept(error, MAX_ERROR);
    }
  }

  /** Returns the version of the task's row after this transition. */
  public long versionAfter() {
    return guard.version() + (rule.newVersion() ? 1 : 0);
  }

  /**
   * Returns the position after this transition, which must be a {@link Change.Move}, if it is
   * written at {@code now}.
   */
  public Position positionAt(Instant now) {
    return ((Change.Move) change).placement().at(now, versionAfter());
  }

  /** Returns the outcome of the attempt that this transition ends, for the task's history. */
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
   * Returns whether the transition updates the time of the row's last change. It does so if the
   * state or data change, or if a BLOCKED task becomes READY.
   */
  public boolean isChange() {
    return change instanceof Change.Move move
        && (move.changed() || (guard.status() == Status.BLOCKED && move.to() == Status.READY));
  }
}
