package dev.baton.engine.base;

import dev.baton.spi.NodeRuntime;
import dev.baton.spi.Survey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Whether the store has work for any node, as this node last read it. While it has none, the loops
 * that search for work leave their own searches out. They are woken when a survey finds work, and
 * when no survey succeeds for a second. In both cases they search by themselves, so a loop depends
 * on no other loop. Thread-safe.
 */
public final class Activity {
  /** A schedule that ticks within this time counts as work. Longer than a survey is trusted. */
  public static final Duration AHEAD = Duration.ofSeconds(2);

  /** A loop searches by itself at least this often, even if surveys find no work. */
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
   * that searches rarely: it never leaves a search out.
   */
  public void onWork(Duration every, Runnable wake) {
    if (isOften(every)) {
      watchers.add(wake);
    }
  }

  private static boolean isOften(Duration every) {
    return every.toNanos() <= TRUSTED_NANOS;
  }

  /** Records a survey that began at this time. */
  public void read(Survey survey, long beganNanos) {
    hasSchedules = survey.hasSchedules();
    readNanos = beganNanos;
    if (survey.isIdle()) {
      idle = true;
    } else {
      unknown();
    }
  }

  /** Records that a survey failed or wasn't made. */
  public void unknown() {
    if (idle) {
      idle = false;
      watchers.forEach(Runnable::run);
    }
  }

  /** Wakes the loops if the last survey is too old. Needs neither memory nor the store. */
  public void look() {
    if (idle && !isIdle()) {
      unknown();
    }
  }

  /** Returns whether the store has no work for any node. */
  public boolean isIdle() {
    return idle && runtime.nanoTime() - readNanos <= TRUSTED_NANOS;
  }

  /**
   * Returns how much longer a loop may leave its search out; zero if it must search now.
   *
   * @param every how often the loop searches by itself
   * @param searchedNanos when it last searched
   */
  public Duration rest(Duration every, long searchedNanos) {
    long left = searchedNanos + LONGEST_REST.toNanos() - runtime.nanoTime();
    return isOften(every) && isIdle() && left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }

  /** Returns false only if no schedule will tick. */
  public boolean hasSchedules() {
    return hasSchedules;
  }
}
