package dev.baton.api;

/**
 * The handle of a submitted task, together with the result of the add.
 *
 * @param <R> the result
 */
public interface Submission<R> extends TaskHandle<R> {

  /**
   * Returns the result of the add. If a task with the same identity existed, this handle waits for
   * the existing task.
   */
  AddResult added();
}
