package dev.baton.tck;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that a test advances. It can also advance by a small tick each time it is read.
 * Thread-safe.
 */
public final class ManualClock implements InstantSource {
  private final Duration tick;
  private Instant now;

  /** Creates a clock that shows this instant until it is advanced. */
  public ManualClock(Instant start) {
    this(start, Duration.ZERO);
  }

  /**
   * Creates a clock that first shows this instant and advances by {@code tick} each time it is
   * read.
   */
  public ManualClock(Instant start, Duration tick) {
    now = start;
    this.tick = tick;
  }

  /**
   * Creates a clock that starts at a fraction of a second in 2026, so that no code relies on whole
   * seconds.
   */
  public static ManualClock started() {
    return new ManualClock(Instant.parse("2026-03-01T08:30:00.123456Z"));
  }

  @Override
  public synchronized Instant instant() {
    Instant shown = now;
    now = now.plus(tick);
    return shown;
  }

  /** Advances the clock by this duration. */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("The clock can't go back: " + Texts.duration(duration));
    }
    now = now.plus(duration);
  }
}
