package dev.baton.handler.internal;

import dev.baton.handler.Attempt;
import dev.baton.handler.Workflow;
import dev.baton.task.row.TaskTraits;

/** An attempt of a stored task, with data that only Baton reads. */
public interface RowAttempt extends Attempt {

  /** Returns the facts that Baton stores about the task, such as the compression of its payload. */
  TaskTraits traits();

  /** Returns the attempt as a run of a workflow. */
  Workflow workflow();

  /** Returns the traits of the task; {@link TaskTraits#NONE} if a test implements the attempt. */
  static TaskTraits traits(Attempt attempt) {
    return attempt instanceof RowAttempt row ? row.traits() : TaskTraits.NONE;
  }
}
