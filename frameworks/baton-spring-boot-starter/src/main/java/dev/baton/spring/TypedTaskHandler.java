package dev.baton.spring;

import dev.baton.api.Attempt;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskType;

/**
 * A bean that runs tasks of a type. Thread-safe.
 *
 * @param <P> the type's payload
 */
public interface TypedTaskHandler<P> {

  /** The type, as those who add have it. */
  TaskType<P, ?> type();

  /** Runs one task; throwing means that it failed. */
  Outcome handle(P payload, Attempt attempt) throws Exception;

  /** How tasks of the type are run, where that isn't the usual. */
  default TaskDefinition refine(TaskDefinition usual) {
    return usual;
  }
}
