package dev.baton.api;

/**
 * The handle of a task that was just submitted, with the result of the add.
 *
 * @param <R> the result
 */
public interface Submission<R> extends TaskHandle<R> {

  /** Returns the result of the add; {@link #taskId} is the id of the task that exists now. */
  AddResult added();
}
