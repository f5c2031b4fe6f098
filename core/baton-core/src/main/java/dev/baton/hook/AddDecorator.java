package dev.baton.hook;

import dev.baton.api.TaskRequest;

/**
 * Changes every request before it is added, for example to carry a trace or a tenant. Thread-safe.
 */
@FunctionalInterface
public interface AddDecorator {

  /** The request to add instead of the given one. */
  TaskRequest<?, ?> decorate(TaskRequest<?, ?> request);
}
