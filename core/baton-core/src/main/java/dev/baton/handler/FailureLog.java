package dev.baton.handler;

/**
 * Logs that an attempt failed. Baton calls it before it writes the outcome, on the thread that
 * detected the failure. An implementation must be quick and thread-safe. Its exceptions are logged
 * and ignored.
 */
@FunctionalInterface
public interface FailureLog {

  /**
   * Logs the failure of an attempt.
   *
   * @param error the exception of the handler; if the handler returned a retry outcome, an
   *     exception without a stack trace whose message is the reason
   * @param willRetry true if another attempt follows, false if an operator has to act
   */
  void failed(Attempt attempt, Throwable error, boolean willRetry);

  /**
   * Returns the default log. It writes one line at INFO, without a stack trace, if another attempt
   * follows, and an ERROR with the stack trace if an operator has to act. For each type and class
   * of error, a node logs the first five failures in this way and reports the number of others in
   * one line a minute. After ten minutes without such a failure, the node again logs the first
   * five.
   */
  static FailureLog standard() {
    return StandardFailureLog.INSTANCE;
  }

  /** Returns a log that writes nothing. The error is still stored with the task. */
  static FailureLog silent() {
    return (attempt, error, willRetry) -> {};
  }
}
