package dev.baton.task.rule;

import dev.baton.task.Rule;
import dev.baton.task.row.TaskSpec;
import java.util.UUID;

/**
 * The change of a live task that hasn't started, because a caller has added it again. A store
 * applies it as one compare-and-set in the caller's transaction.
 *
 * @param id the task
 * @param guard the precondition
 * @param placement its new position, with its next version
 * @param spec its new specification; only payload and context are written
 */
public record Revision(UUID id, Guard guard, NextPosition placement, TaskSpec spec) {
  public Revision {
    if (!Rule.RESUBMIT.allows(guard.status(), placement.status())) {
      throw new IllegalArgumentException(
          Rule.RESUBMIT + " doesn't lead from " + guard.status() + " to " + placement.status());
    }
  }
}
