package dev.baton.task.rule;

import dev.baton.task.Bytes;
import java.time.Instant;

/**
 * A stored signal that was sent to a task by name, or a stored wait for one.
 *
 * @param isWait whether this is a wait
 * @param name the name of the signal
 * @param number its number among the signals or waits of this name
 * @param content the value of a signal; for a wait, the end of its timeout and whether it timed out
 */
public record SignalNote(boolean isWait, String name, int number, Bytes content) {
  private static final String OVER = " over";

  /** Returns a wait with this end of its timeout. */
  public static SignalNote waits(String name, int number, Instant until) {
    return new SignalNote(true, name, number, Bytes.of(until.toString()));
  }

  /** Returns the same wait with another end of its timeout. */
  public SignalNote waitsUntil(Instant time) {
    return waits(name, number, time);
  }

  /** Returns the same wait as timed out. */
  public SignalNote over() {
    return new SignalNote(true, name, number, Bytes.of(until() + OVER));
  }

  /** Returns whether this wait timed out. */
  boolean isOver() {
    return content.toText().endsWith(OVER);
  }

  /** Returns the end of the timeout of this wait. */
  Instant until() {
    String text = content.toText();
    return Instant.parse(isOver() ? text.substring(0, text.length() - OVER.length()) : text);
  }
}
