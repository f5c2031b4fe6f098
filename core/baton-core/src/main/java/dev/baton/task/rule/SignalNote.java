package dev.baton.task.rule;

import dev.baton.task.Bytes;
import java.time.Instant;

/**
 * What is noted of signals that are sent to a task by their names: a signal, or a wait for one.
 *
 * @param isWait whether it is a wait
 * @param name the signal's
 * @param number its place among those of the same kind and name
 * @param content a signal's value; until when a wait lasts, and whether it is over without a signal
 */
public record SignalNote(boolean isWait, String name, int number, Bytes content) {
  private static final String OVER = " over";

  /** A wait until then. */
  public static SignalNote waits(String name, int number, Instant until) {
    return new SignalNote(true, name, number, Bytes.of(until.toString()));
  }

  /** The same wait, until then. */
  public SignalNote waitsUntil(Instant time) {
    return waits(name, number, time);
  }

  /** The same wait, over: no signal came in time. */
  public SignalNote over() {
    return new SignalNote(true, name, number, Bytes.of(until() + OVER));
  }

  /** Whether this wait is over, and no signal came in time. */
  boolean isOver() {
    return content.toText().endsWith(OVER);
  }

  /** Until when this wait lasts. */
  Instant until() {
    String text = content.toText();
    return Instant.parse(isOver() ? text.substring(0, text.length() - OVER.length()) : text);
  }
}
