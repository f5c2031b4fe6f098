package dev.baton.handler.internal;

import dev.baton.handler.Attempt;
import dev.baton.handler.Workflow;
import dev.baton.task.internal.TaskTraits;

/** An attempt at a task of the store, with what Baton itself stores about it. */
public interface RowAttempt extends Attempt {

  /** Returns the facts that Baton itself stores about the task, such as the payload's form. */
  TaskTraits traits();

  /** Returns the attempt as a run of a workflow. */
  Workflow workflow();

  /** Returns the traits of the task; none for an attempt that a test made. */
  static TaskTraits traits(Attempt attempt) {
    return attempt instanceof RowAttempt row ? row.traits() : TaskTraits.NONE;
  }
}
