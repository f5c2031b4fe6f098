package dev.baton.handler;

/**
 * Ends an attempt that waits for a signal; no failure. Handlers let it pass: the task is parked
 * whatever they make of it. Interceptors may meet it around a handler.
 */
public final class AwaitingSignalError extends Error {
  private static final long serialVersionUID = 1L;

  /** Of an attempt that waits for this. */
  public AwaitingSignalError(String name) {
    super("The task waits for signal " + name + ": let this pass", null, false, false);
  }
}
