package dev.baton.handler;

/**
 * Ends an attempt whose task has to wait for a signal, a time or other tasks. The attempt has not
 * failed. Handlers must not catch this error; even if one does, Baton parks the task. Interceptors
 * around a handler may see it.
 */
public final class TaskParkedError extends Error {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error of an attempt that has to wait.
   *
   * @param awaited what the task waits for, such as {@code signal approval}
   */
  public TaskParkedError(String awaited) {
    super("The task waits for " + awaited + ": don't catch this error", null, false, false);
  }
}
