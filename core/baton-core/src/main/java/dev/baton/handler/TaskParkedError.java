package dev.baton.handler;

/**
 * Ends an attempt that has to wait for a signal. It is not a failure. Handlers must not catch it;
 * even if one does, Baton parks the task. Interceptors around a handler may see it.
 */
public final class AwaitingSignalError extends Error {
  private static final long serialVersionUID = 1L;

  /** Creates the error of an attempt that waits for the signal of this name. */
  public AwaitingSignalError(String name) {
    super("The task waits for signal " + name + ": don't catch this error", null, false, false);
  }
}
