package dev.baton.engine.base;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Limits how many log lines of one kind are written, for example one for each task that lost its
 * lease in an outage. The first lines of a minute are logged normally, the others at level DEBUG.
 * The first line after that minute says how many lines were left out. Thread-safe.
 */
public final class LineLimit {
  private static final int MAX_LINES = 2;
  private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int NOT_NOW = -1;

  private long periodBeganNanos;
  private int lines;
  private int leftOut;

  /**
   * Logs a line at this level. If the limit of this minute is reached, logs the line at level DEBUG
   * instead.
   */
  public void log(Logger log, Level level, long nowNanos, String words, Object... values) {
    int before = take(nowNanos);
    if (before == NOT_NOW) {
      log.debug(words, values);
    } else if (before == 0) {
      log.atLevel(level).log(words, values);
    } else {
      String more = ". Before this, " + before + " more such lines were logged at level DEBUG";
      log.atLevel(level).log(words + more, values);
    }
  }

  /**
   * Returns the number of lines that were left out before this one, or {@link #NOT_NOW} if this one
   * must be left out.
   */
  private synchronized int take(long nowNanos) {
    if (lines == 0 || nowNanos - periodBeganNanos >= PERIOD_NANOS) {
      periodBeganNanos = nowNanos;
      lines = 0;
    }
    if (lines == MAX_LINES) {
      leftOut++;
      return NOT_NOW;
    }
    lines++;
    int before = leftOut;
    leftOut = 0;
    return before;
  }
}
