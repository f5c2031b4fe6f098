package dev.baton.jdbc.notify;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import org.slf4j.Logger;

/** Failures in a row: said once, and once when they are over. Belongs to one thread. */
final class Outage {
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final Logger log;
  private final String what;
  private boolean said;
  private long beganNanos;
  private Duration wait = SHORTEST_WAIT;

  Outage(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /** One more failure; answers how long to wait before the next try. */
  Duration failed(Exception why) {
    if (!said) {
      said = true;
      beganNanos = BackgroundThread.nanoTime();
      log.warn(
          "{} ({}). No task is lost: nodes find tasks by their polls until then. Baton keeps"
              + " trying",
          what,
          Texts.line(Texts.message(why)));
    } else {
      log.debug("{} still", what, why);
    }
    Duration now = BackgroundThread.jittered(wait);
    Duration twice = wait.multipliedBy(2);
    wait = twice.compareTo(LONGEST_WAIT) < 0 ? twice : LONGEST_WAIT;
    return now;
  }

  /** Whether the last try failed. */
  boolean isOn() {
    return said;
  }

  /** It works. */
  void over() {
    if (said) {
      said = false;
      long millis = (BackgroundThread.nanoTime() - beganNanos) / 1_000_000;
      log.info("Over after {} ms: {}", millis, what);
    }
  }

  /** It has worked for a while: the next failure is a new one. */
  void proven() {
    wait = SHORTEST_WAIT;
  }
}
