package dev.baton.engine.operate;

import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.Transition;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is done to a task, by this node's settings.
 *
 * @param said what it says about the single task; null for nothing
 * @param live the transition of a live task; refuses by an IllegalArgumentException
 * @param finished where a finished task starts again; null for an action that does nothing to those
 */
record TaskAction(
    Action action,
    @Nullable String said,
    Function<Task, Transition> live,
    @Nullable Function<FinishedTask, NextPosition> finished) {

  TaskAction(Action action, @Nullable String said, Function<Task, Transition> live) {
    this(action, said, live, null);
  }

  /** Its author, with what it says. */
  Actor by(Actor actor) {
    return said == null ? actor : actor.saying(said);
  }
}
