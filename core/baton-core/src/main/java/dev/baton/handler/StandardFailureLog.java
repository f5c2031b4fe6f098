package dev.baton.handler;

import dev.baton.task.internal.Texts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log that {@link FailureLog#standard()} returns. The engine calls it only for the first few
 * failures of each kind.
 */
enum StandardFailureLog implements FailureLog {
  INSTANCE;

  private static final Logger LOG = LoggerFactory.getLogger("dev.baton.failures");

  @Override
  public void failed(Attempt attempt, Throwable error, boolean willRetry) {
    if (willRetry) {
      LOG.info(
          "Attempt {} of task {} of type {} failed: Baton retries the task. {}",
          attempt.number(),
          attempt.taskId(),
          Texts.line(attempt.type()),
          Texts.line(error));
    } else {
      LOG.error(
          "Attempt {} of task {} of type {} failed and was the last: Baton doesn't retry the task"
              + " unless an operator runs it again",
          attempt.number(),
          attempt.taskId(),
          Texts.line(attempt.type()),
          Texts.harmless(error));
    }
  }
}
