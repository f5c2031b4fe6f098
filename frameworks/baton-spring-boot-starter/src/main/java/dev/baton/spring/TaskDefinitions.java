package dev.baton.spring;

import dev.baton.handler.TaskDefinition;
import java.util.List;

/** A bean that defines how several types of tasks run. */
@FunctionalInterface
public interface TaskDefinitions {
  List<TaskDefinition<?, ?>> definitions();
}
