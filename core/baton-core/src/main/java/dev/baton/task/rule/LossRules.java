package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.row.Position;

/**
 * Decides which attempts must first call the reconciler to find out whether the effect of the
 * previous attempt happened.
 */
public final class LossRules {
  private LossRules() {}

  /**
   * Returns whether the effect of the previous attempt is unknown.
   *
   * @param onlyWhenMarked true if attempts are marked before they do something that can't be
   *     undone; false if the effect of every lost attempt is unknown
   */
  public static boolean isInDoubt(Position claimed, boolean onlyWhenMarked) {
    LastOutcome before = claimed.lastOutcome();
    return before == LastOutcome.IN_DOUBT || (before == LastOutcome.LOST && !onlyWhenMarked);
  }
}
