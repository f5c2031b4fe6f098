package dev.baton.task.rule;

import dev.baton.task.Rule;
import dev.baton.task.internal.TaskSpec;
import java.util.UUID;

/**
 * What a resubmission makes of a live task that hasn't begun: a compare-and-set for a store to
 * apply in the submitting transaction.
 *
 * @param id the task
 * @param guard the precondition
 * @param placement where it stands then, under its next version
 * @param spec what it is then; only payload and carried context are written
 */
public record Revision(UUID id, Guard guard, NextPosition placement, TaskSpec spec) {
  public Revision {
    if (!Rule.RESUBMIT.allows(guard.status(), placement.status())) {
      throw new IllegalArgumentException(
          Rule.RESUBMIT + " doesn't lead from " + guard.status() + " to " + placement.status());
    }
  }
}
