package dev.baton.tck.simulation;

import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import java.time.Instant;
import java.util.UUID;

/**
 * One committed change of one row.
 *
 * @param by who made it
 * @param operator whether a person asked for it
 * @param now the database's clock, which may have been put back: the latest that it has shown
 */
record RowChange(
    UUID id,
    History.Row before,
    History.Row after,
    SimulatedNode by,
    Verb verb,
    boolean operator,
    Instant now) {

  /** Whether the task came to an end by it, though it may live again by the same commit. */
  boolean isEnd() {
    return after.live() == null || isFailedAndRunAgain();
  }

  /**
   * Whether a task in ERROR was submitted again. It is failed and begins anew in one transaction,
   * so nobody sees its end, which counts all the same: its steps are forgotten, and who waits for
   * it hears of it. Nothing else takes a task from ERROR to its beginning in one commit by two
   * versions: one for its end, and one for its next life.
   */
  boolean isFailedAndRunAgain() {
    Task was = before.live();
    Task is = after.live();
    return was != null
        && is != null
        && RowRules.isNoted(before)
        && verb == Verb.COMMIT
        && !operator
        && was.position().status() == Status.ERROR
        && isUnbegun(is.position())
        && is.position().version() == was.position().version() + 2;
  }

  /** Whether no attempt was started in this life. */
  static boolean isUnbegun(Position position) {
    boolean waits =
        switch (position.status()) {
          case READY, WAITING, BLOCKED -> true;
          default -> false;
        };
    return waits
        && position.attempts() == 0
        && position.losses() == 0
        && position.lastOutcome() == LastOutcome.NONE;
  }
}
