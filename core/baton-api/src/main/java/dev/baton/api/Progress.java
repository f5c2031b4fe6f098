package dev.baton.api;

import java.time.Instant;

/**
 * How far a task has come, as its handler last reported.
 *
 * @param fraction 0 to 1
 * @param text for people; at most {@link #MAX_TEXT} characters are kept
 * @param at when it was written, on the store's clock
 */
public record Progress(double fraction, String text, Instant at) {
  /** What is kept of a text. */
  public static final int MAX_TEXT = 500;

  public Progress {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("Progress runs from 0 to 1; " + fraction + " doesn't");
    }
  }
}
