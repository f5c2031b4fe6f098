package dev.baton.jdbc.notify;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import org.slf4j.Logger;

/**
 * Logs a series of failures: once when it begins and once when it has ended. Only one thread uses
 * it.
 */
final class FailureSeries {
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final Logger log;
  private final String what;
  private boolean said;
  private long beganNanos;
  private Duration wait = SHORTEST_WAIT;

  FailureSeries(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /** Records a failure. Returns how long to wait before the next try. */
  Duration failed(Exception why) {
    if (!said) {
      said = true;
      beganNanos = BackgroundThread.nanoTime();
      log.warn(
          "{} ({}). No task is lost: until this is over, nodes find tasks by polling. Baton keeps"
              + " trying",
          what,
          Texts.line(Texts.message(why)));
    } else {
      log.debug("Still: {}", what, why);
    }
    Duration now = BackgroundThread.jittered(wait);
    Duration twice = wait.multipliedBy(2);
    wait = twice.compareTo(LONGEST_WAIT) < 0 ? twice : LONGEST_WAIT;
    return now;
  }

  /** Returns whether the last try failed. */
  boolean isOn() {
    return said;
  }

  /** Records a success. */
  void over() {
    if (said) {
      said = false;
      Duration lasted = Duration.ofNanos(BackgroundThread.nanoTime() - beganNanos);
      log.info("Over after {}: {}", Texts.about(lasted), what);
    }
  }

  /** Shortens the next wait again, because a connection has worked for a while. */
  void proven() {
    wait = SHORTEST_WAIT;
  }
}
