package dev.baton.handler;

/**
 * Logs that an attempt failed. Called before its outcome is written, on whichever thread met the
 * failure; must be quick and thread-safe. What it throws is logged and ignored.
 */
@FunctionalInterface
public interface FailureLog {

  /**
   * An attempt has failed.
   *
   * @param error what the handler threw; for a handler that asked for a retry, an exception without
   *     a stack trace whose message is the reason
   * @param willRetry whether another attempt follows; otherwise the task needs a person
   */
  void failed(Attempt attempt, Throwable error, boolean willRetry);

  /**
   * One line at INFO, with the message only, when another attempt follows; an ERROR with the stack
   * trace when the task needs a person. Of one type and class of error, a node logs the first five
   * so, and counts the others in one line a minute; after ten minutes without one it begins anew.
   * What every type has that names none.
   */
  static FailureLog standard() {
    return StandardFailureLog.INSTANCE;
  }

  /** Nothing is logged; the error is kept with the task all the same. */
  static FailureLog silent() {
    return (attempt, error, willRetry) -> {};
  }
}
