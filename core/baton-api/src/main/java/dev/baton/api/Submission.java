package dev.baton.api;

/**
 * The handle of a task that was just submitted.
 *
 * @param <R> the result
 */
public interface Submission<R> extends TaskHandle<R> {

  /** Returns what the add did; {@link #taskId} is the id of the task that exists now. */
  AddResult added();
}
