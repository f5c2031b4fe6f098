package dev.baton.hook;

import dev.baton.api.TaskRequest;

/**
 * Changes every request before it is added, for example to attach a trace or a tenant. An
 * implementation must be thread-safe.
 */
@FunctionalInterface
public interface AddDecorator {

  /**
   * Returns the request to add in place of {@code request}. Called on the thread of the add, inside
   * its transaction if there is one. An exception fails the add.
   */
  TaskRequest<?, ?> decorate(TaskRequest<?, ?> request);
}
