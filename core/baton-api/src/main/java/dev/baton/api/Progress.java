package dev.baton.api;

import java.time.Instant;

/**
 * The progress of a task as its handler last reported it.
 *
 * @param fraction 0 to 1
 * @param text description for people; only the first {@link #MAX_TEXT} characters are kept
 * @param at time when the report was written, on the store's clock
 */
public record Progress(double fraction, String text, Instant at) {
  /** Maximum length of a text, in characters. */
  public static final int MAX_TEXT = 500;

  public Progress {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("Progress must be between 0 and 1, not " + fraction);
    }
  }
}
