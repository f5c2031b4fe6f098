package dev.baton.spring;

import dev.baton.handler.TaskDefinition;
import java.util.List;

/** A bean that says how several types of tasks are run. */
@FunctionalInterface
public interface TaskDefinitions {
  List<TaskDefinition<?, ?>> definitions();
}
