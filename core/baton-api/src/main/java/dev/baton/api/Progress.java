package dev.baton.api;

import dev.baton.task.internal.Texts;
import java.time.Instant;

/**
 * The progress of a task as its handler last reported it.
 *
 * @param fraction the completed part of the work, from 0 to 1; another value is refused with an
 *     {@link IllegalArgumentException}
 * @param text description for display; a longer text is cut after 500 characters
 * @param at time when the report was written, on the store's clock
 */
public record Progress(double fraction, String text, Instant at) {
  /** Maximum length of the text, in characters. */
  public static final int MAX_TEXT = 500;

  public Progress {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("Progress must be between 0 and 1, not " + fraction);
    }
    text = Texts.kept(text, MAX_TEXT);
  }
}
