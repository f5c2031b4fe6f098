package dev.baton.handler.internal;

import dev.baton.handler.Attempt;
import dev.baton.handler.Workflow;
import dev.baton.task.row.TaskTraits;

/** An attempt of a stored task, with values that only Baton reads. */
public interface RowAttempt extends Attempt {

  /** Returns the traits of the task, such as the compression of its payload. */
  TaskTraits traits();

  /** Returns the workflow that runs in this attempt. */
  Workflow workflow();

  /** Returns the traits of the task; {@link TaskTraits#NONE} if a test implements the attempt. */
  static TaskTraits traits(Attempt attempt) {
    return attempt instanceof RowAttempt row ? row.traits() : TaskTraits.NONE;
  }
}
