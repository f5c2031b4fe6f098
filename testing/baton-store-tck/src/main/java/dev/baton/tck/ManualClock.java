package dev.baton.tck;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that goes on when it is told to, and by a little each time it is read. Thread-safe. */
public final class ManualClock implements InstantSource {
  private final Duration tick;
  private Instant now;

  /** Shows this instant until it is told to go on. */
  public ManualClock(Instant start) {
    this(start, Duration.ZERO);
  }

  /** Shows this instant first, and a later one by {@code tick} each time it is read. */
  public ManualClock(Instant start, Duration tick) {
    now = start;
    this.tick = tick;
  }

  /** Starts in the middle of a second in 2026, so that nobody takes whole seconds for granted. */
  public static ManualClock started() {
    return new ManualClock(Instant.parse("2026-03-01T08:30:00.123456Z"));
  }

  @Override
  public synchronized Instant instant() {
    Instant shown = now;
    now = now.plus(tick);
    return shown;
  }

  /** Lets so much time pass. */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("Time doesn't run backwards: " + duration);
    }
    now = now.plus(duration);
  }
}
