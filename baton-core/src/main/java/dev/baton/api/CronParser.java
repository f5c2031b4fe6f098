package dev.baton.api;

import java.time.LocalDateTime;
import java.util.Optional;

/**
 * Reads cron expressions. The one that is used stands in {@code META-INF/services}: cron-utils,
 * when it is on the class path. Thread-safe.
 */
public interface CronParser {

  /**
   * @throws IllegalArgumentException when it is no cron expression; the message says why
   */
  Expression parse(String text);

  /** A cron expression, on a clock that never changes. Immutable. */
  interface Expression {

    /** The first time it names after this one; empty when there is none any more. */
    Optional<LocalDateTime> next(LocalDateTime after);

    /** Whether its field of hours is a star. */
    boolean isForEveryHour();
  }
}
