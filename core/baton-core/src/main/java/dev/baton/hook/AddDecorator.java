package dev.baton.hook;

import dev.baton.api.TaskRequest;

/**
 * Changes every request before it is added, for example to attach a trace or a tenant. An
 * implementation must be thread-safe.
 */
@FunctionalInterface
public interface AddDecorator {

  /** Returns the request to add instead of the given one. */
  TaskRequest<?, ?> decorate(TaskRequest<?, ?> request);
}
