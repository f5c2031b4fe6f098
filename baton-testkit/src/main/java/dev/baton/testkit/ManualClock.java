package dev.baton.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is told to go on. Thread-safe. */
public final class ManualClock implements InstantSource {
  private Instant now;

  /** Shows this instant first. */
  public ManualClock(Instant start) {
    now = start;
  }

  /** Starts in the middle of a second in 2026, so that nobody takes whole seconds for granted. */
  public static ManualClock started() {
    return new ManualClock(Instant.parse("2026-03-01T08:30:00.123456Z"));
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  /** Lets so much time pass. */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("Time doesn't run backwards: " + duration);
    }
    now = now.plus(duration);
  }
}
