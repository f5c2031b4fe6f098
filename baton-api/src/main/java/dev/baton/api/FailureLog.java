package dev.baton.api;

import dev.baton.task.Texts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
   * trace when the task needs a person. What every type has that names none.
   */
  static FailureLog standard() {
    Logger log = LoggerFactory.getLogger("dev.baton.failures");
    return (attempt, error, willRetry) -> {
      if (willRetry) {
        log.info(
            "Attempt {} of task {} of type {} failed: Baton retries the task. {}",
            attempt.number(),
            attempt.taskId(),
            Texts.line(attempt.type()),
            Texts.line(error));
      } else {
        log.error(
            "Attempt {} of task {} of type {} failed and was the last: Baton doesn't retry the task"
                + " unless somebody runs it again",
            attempt.number(),
            attempt.taskId(),
            Texts.line(attempt.type()),
            Texts.harmless(error));
      }
    };
  }

  /** Nothing is logged; the error is kept with the task all the same. */
  static FailureLog silent() {
    return (attempt, error, willRetry) -> {};
  }
}
