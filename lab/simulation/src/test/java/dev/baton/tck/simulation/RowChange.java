package dev.baton.tck.simulation;

import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.time.Instant;
import java.util.UUID;

/**
 * One committed change of one row.
 *
 * @param by the node that made it
 * @param operator whether a person requested it
 * @param now the latest time that the database's clock has shown; the clock may have been set back
 *     since
 */
record RowChange(
    UUID id,
    History.Row before,
    History.Row after,
    SimulatedNode by,
    Verb verb,
    boolean operator,
    Instant now) {

  /** Returns whether this change ended the task. The task may live again by the same commit. */
  boolean isEnd() {
    return after.live() == null || isFailedAndRunAgain();
  }

  /**
   * Returns whether a task in ERROR was submitted again. One transaction makes it fail and start a
   * new life, so no reader sees its end. The end counts anyway: the task's steps are deleted, and
   * the tasks that wait for it are notified. No other change takes a task from ERROR to its
   * beginning in one commit by two versions, one for its end and one for its next life.
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

  /** Returns whether no attempt was started in this life. */
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
