package dev.baton.engine.base;

import dev.baton.handler.Attempt;
import dev.baton.handler.FailureLog;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the standard failure log readable if many attempts fail, for example because a partner is
 * down. For each type and class of error, it logs the first failures individually. One line per
 * minute counts the other failures. Thread-safe.
 */
public final class FailureLogger {
  static final int MAX_SINGLE = 5;
  static final Duration BETWEEN_COUNTS = Duration.ofMinutes(1);

  /**
   * If a kind of failure doesn't occur for this time, its next failures are logged individually
   * again.
   */
  static final Duration REST = Duration.ofMinutes(10);

  private static final int MAX_KINDS = 500;
  private static final Logger LOG = LoggerFactory.getLogger("dev.baton.failures");

  private final Map<FailureKind, Lines> kinds =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<FailureKind, Lines> eldest) {
          return size() > MAX_KINDS;
        }
      };

  private record FailureKind(String type, Class<?> error, boolean willRetry) {}

  private static final class Lines {
    int single;
    long counted;
    Instant lineAt;
    Instant seenAt;

    Lines(Instant now) {
      lineAt = now;
      seenAt = now;
    }
  }

  /**
   * The decision about one failure: whether to log it individually, and how many earlier failures
   * to report.
   */
  private record Said(boolean single, boolean isLastSingle, long counted) {}

  /**
   * Logs the failure with the failure log of the task's type. The standard log is limited as
   * described above. Other logs get every failure.
   */
  public void failed(
      FailureLog log, Attempt attempt, Throwable error, boolean willRetry, Instant now) {
    if (log != FailureLog.standard()) {
      log.failed(attempt, error, willRetry);
      return;
    }
    Said said = said(new FailureKind(attempt.type(), error.getClass(), willRetry), now);
    if (said.counted() > 0) {
      count(attempt, error, willRetry, said.counted());
    }
    if (said.single()) {
      log.failed(attempt, error, willRetry);
    }
    if (said.isLastSingle()) {
      LOG.info(
          "More failures of type {} with {} are counted, in one line a minute",
          Texts.line(attempt.type()),
          error.getClass().getName());
    }
  }

  private synchronized Said said(FailureKind kind, Instant now) {
    Lines lines = kinds.computeIfAbsent(kind, first -> new Lines(now));
    boolean rested = now.isAfter(lines.seenAt.plus(REST));
    lines.seenAt = now;
    if (rested) {
      lines.single = 0;
    }
    long counted = lines.counted;
    if (lines.single < MAX_SINGLE) {
      lines.single++;
      lines.counted = 0;
      lines.lineAt = now;
      return new Said(true, lines.single == MAX_SINGLE, counted);
    }
    if (now.isBefore(lines.lineAt.plus(BETWEEN_COUNTS))) {
      lines.counted++;
      return new Said(false, false, 0);
    }
    lines.counted = 0;
    lines.lineAt = now;
    return new Said(false, false, counted + 1);
  }

  private static void count(Attempt attempt, Throwable error, boolean willRetry, long counted) {
    String words =
        willRetry
            ? "{} more attempts of type {} failed with {}: Baton retries the tasks. The latest:"
                + " attempt {} of task {}. {}"
            : "{} more attempts of type {} failed with {} and were the last: Baton doesn't retry"
                + " the tasks unless an operator runs them again. The latest: attempt {} of task"
                + " {}. {}";
    Object[] values = {
      counted,
      Texts.line(attempt.type()),
      error.getClass().getName(),
      attempt.number(),
      attempt.taskId(),
      Texts.line(error)
    };
    if (willRetry) {
      LOG.info(words, values);
    } else {
      LOG.error(words, values);
    }
  }
}
