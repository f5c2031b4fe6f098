package dev.baton.kafka;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work of a thread that must run until its channel is closed. If the work ends with any throwable,
 * it runs again after a pause.
 *
 * @param rest time between the failure and the next run
 */
record LastingWork(String name, Runnable work, BooleanSupplier isOver, Duration rest)
    implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaTriggers.class);

  @Override
  public void run() {
    boolean ended = false;
    while (!ended) {
      try {
        work.run();
        ended = true;
      } catch (Throwable broken) {
        ended = isOver.getAsBoolean() || isInterruptedWhileResting(broken);
      }
    }
  }

  /**
   * Logs the failure and waits. Returns whether the wait was interrupted. Never throws: if this
   * thread ended, there would be no more hints.
   */
  private boolean isInterruptedWhileResting(Throwable broken) {
    try {
      LOG.warn("The thread {} failed and continues", name, Texts.harmless(broken));
    } catch (Throwable unreported) {
      // The log or a full heap may be the cause itself.
    }
    try {
      TimeUnit.NANOSECONDS.sleep(rest.toNanos());
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
