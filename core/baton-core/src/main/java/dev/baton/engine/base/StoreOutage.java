package dev.baton.engine.base;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.task.internal.Texts;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that the store is unavailable: one line when the first loop fails, further lines at growing
 * intervals, and one line when all loops work again. Otherwise each loop would log the same cause.
 * Thread-safe.
 */
final class StoreOutage {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOutage.class);
  private static final long FIRST_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long LONGEST_INTERVAL_NANOS = TimeUnit.HOURS.toNanos(1);

  /** The outage is over if no loop has failed for this time. */
  private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Object lock = new Object();
  private final Set<String> failing = new TreeSet<>();
  private volatile boolean on;
  private long sinceNanos;
  private long lastNanos;
  private long intervalNanos;
  private long nextLineNanos;
  private boolean logged;

  /** Records that a round of the loop failed. */
  void failed(String loop, StoreUnavailableException why, long nowNanos) {
    long lasted;
    long minutes;
    String loops;
    synchronized (lock) {
      if (!on) {
        sinceNanos = nowNanos;
      }
      on = true;
      lastNanos = nowNanos;
      failing.add(loop);
      if (!isLineDue(nowNanos)) {
        return;
      }
      logged = true;
      lasted = TimeUnit.NANOSECONDS.toSeconds(nowNanos - sinceNanos);
      minutes = TimeUnit.NANOSECONDS.toMinutes(intervalNanos);
      loops = String.join(", ", failing);
    }
    LOG.warn(
        "The store is unavailable to loops of this node ({}), for {} s so far: {}. They keep trying."
            + " This is logged again after {} min at the earliest",
        loops,
        lasted,
        Texts.line(Texts.message(why)),
        minutes);
  }

  private boolean isLineDue(long nowNanos) {
    long late = nowNanos - nextLineNanos;
    if (intervalNanos > 0 && late < 0) {
      return false;
    }
    // If no line was due for a long time, the intervals start short again.
    boolean isNew = intervalNanos == 0 || late > intervalNanos;
    intervalNanos =
        isNew ? FIRST_INTERVAL_NANOS : Math.min(LONGEST_INTERVAL_NANOS, 2 * intervalNanos);
    nextLineNanos = nowNanos + intervalNanos;
    return true;
  }

  /** Records that a round of the loop succeeded. */
  void works(String loop, long nowNanos) {
    if (!on) {
      return;
    }
    long lasted;
    synchronized (lock) {
      failing.remove(loop);
      if (!on || !failing.isEmpty() || nowNanos - lastNanos < CALM_NANOS) {
        return;
      }
      on = false;
      if (!logged) {
        return;
      }
      logged = false;
      lasted = TimeUnit.NANOSECONDS.toSeconds(lastNanos - sinceNanos);
    }
    LOG.info("The store is available again. It was unavailable for {} s", lasted);
  }
}
