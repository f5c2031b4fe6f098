package dev.baton.engine.operate;

import dev.baton.engine.base.Action;
import dev.baton.engine.base.Actor;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.Transition;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change that an operator wants to make to a task.
 *
 * @param said the reason that the operator gave; null for none
 * @param live returns the transition of a live task; throws an IllegalArgumentException if the
 *     change isn't allowed
 * @param finished returns where a finished task starts again; null if the change doesn't apply to
 *     finished tasks
 */
record TaskAction(
    Action action,
    @Nullable String said,
    Function<Task, Transition> live,
    @Nullable Function<FinishedTask, NextPosition> finished) {

  TaskAction(Action action, @Nullable String said, Function<Task, Transition> live) {
    this(action, said, live, null);
  }

  /** Returns the actor with the reason of this action added. */
  Actor by(Actor actor) {
    return said == null ? actor : actor.saying(said);
  }
}
