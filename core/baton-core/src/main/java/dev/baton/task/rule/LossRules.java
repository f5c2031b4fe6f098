package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.internal.Position;

/** Which attempts begin with a question: may what the one before did have happened? */
public final class LossRules {
  private LossRules() {}

  /**
   * Whether it isn't known what became of the attempt before.
   *
   * @param onlyWhenMarked whether attempts say when they begin what can't be taken back; if not,
   *     each that was lost may have done it
   */
  public static boolean isInDoubt(Position held, boolean onlyWhenMarked) {
    LastOutcome before = held.lastOutcome();
    return before == LastOutcome.IN_DOUBT || (before == LastOutcome.LOST && !onlyWhenMarked);
  }
}
