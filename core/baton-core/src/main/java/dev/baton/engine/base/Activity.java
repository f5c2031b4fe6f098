package dev.baton.engine.base;

import dev.baton.spi.NodeRuntime;
import dev.baton.spi.Survey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Remembers from this node's latest survey whether the store has work for any node. While there is
 * no work, the loops skip their searches for work. This class wakes them when a survey finds work,
 * or when no survey has succeeded for a second. Each loop then searches by itself and depends on no
 * other loop. Thread-safe.
 */
public final class Activity {
  /**
   * If a schedule ticks within this time, the store counts as having work. It is longer than the
   * time for which a survey is trusted.
   */
  public static final Duration AHEAD = Duration.ofSeconds(2);

  /** Each loop searches at least this often, even if surveys find no work. */
  public static final Duration LONGEST_REST = Duration.ofMinutes(2);

  private static final long TRUSTED_NANOS = Duration.ofSeconds(1).toNanos();

  private final NodeRuntime runtime;
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
  private volatile boolean idle;
  private volatile boolean hasSchedules = true;
  private volatile long readNanos;

  public Activity(NodeRuntime runtime) {
    this.runtime = runtime;
  }

  /**
   * Registers code that wakes a loop when the store may have work again. Does nothing for a loop
   * that searches rarely, because such a loop never skips a search.
   */
  public void onWork(Duration every, Runnable wake) {
    if (isOften(every)) {
      watchers.add(wake);
    }
  }

  private static boolean isOften(Duration every) {
    return every.toNanos() <= TRUSTED_NANOS;
  }

  /** Records the result of a survey that began at this {@code nanoTime}. */
  public void read(Survey survey, long beganNanos) {
    hasSchedules = survey.hasSchedules();
    readNanos = beganNanos;
    if (survey.isIdle()) {
      idle = true;
    } else {
      unknown();
    }
  }

  /**
   * Records that this node doesn't know whether there is work, because a survey failed or wasn't
   * made.
   */
  public void unknown() {
    if (idle) {
      idle = false;
      watchers.forEach(Runnable::run);
    }
  }

  /**
   * Wakes the loops if the last survey is too old. Allocates no memory and doesn't call the store.
   */
  public void look() {
    if (idle && !isIdle()) {
      unknown();
    }
  }

  /** Returns whether the store has no work for any node, by a recent survey. */
  public boolean isIdle() {
    return idle && runtime.nanoTime() - readNanos <= TRUSTED_NANOS;
  }

  /**
   * Returns how long a loop may still skip its searches; zero if it must search now.
   *
   * @param every time between two searches of the loop
   * @param searchedNanos {@code nanoTime} of the loop's last search
   */
  public Duration rest(Duration every, long searchedNanos) {
    long left = searchedNanos + LONGEST_REST.toNanos() - runtime.nanoTime();
    return isOften(every) && isIdle() && left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }

  /** Returns false only if it is certain that no schedule will tick. */
  public boolean hasSchedules() {
    return hasSchedules;
  }
}
