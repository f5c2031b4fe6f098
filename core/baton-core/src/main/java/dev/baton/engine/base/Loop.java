package dev.baton.engine.base;

import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NodeRuntime.Signal;
import dev.baton.spi.NodeRuntime.Worker;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Repeats a round of work on its own thread until it is stopped. Every active part of the engine is
 * such a loop. If a round throws, the loop repeats it after a growing, random wait. Of several
 * failures in a row, the loop logs the first one and the recovery. If the store is unavailable, all
 * loops of the node log this together.
 *
 * <p>A loop that a {@link LoopTimer} watches ends its thread during a long wait. The timer, or a
 * call of {@link #wake}, starts a new thread.
 *
 * <p>Nothing that a round, a wait or a log call throws ends the loop. The loop handles failures
 * without allocating memory, because the heap may be full. The {@link Supervisor} checks that each
 * loop finishes its rounds in time.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final int DOUBLINGS = 6;

  /**
   * Longer than any loop waits, but short enough that adding it to {@code nanoTime} doesn't
   * overflow.
   */
  private static final Duration LONGEST_REST = Duration.ofDays(1);

  private static final Duration SHORTEST_WAIT = Duration.ofNanos(1);

  /** Time for which a loop waits on its thread before it ends the thread. */
  static final Duration LONGEST_THREAD_WAIT = Duration.ofMillis(500);

  /** A round of work. */
  @FunctionalInterface
  public interface Round {
    /** Does the work of one round. Returns the longest wait until the next round; zero for none. */
    Duration run() throws InterruptedException;
  }

  private final String name;
  private final NodeRuntime runtime;
  private final Events events;
  private final Round round;
  private final Signal signal;
  private final boolean interruptible;

  /**
   * The longest wait after the first failure in a row, the second one and so on. Created in
   * advance, because the heap may be full when a round fails.
   */
  private final Duration[] waits = new Duration[DOUBLINGS + 1];

  private volatile boolean stopping;
  private volatile boolean started;
  private volatile boolean ended;

  /** Start of the current round; while the loop waits, the latest start of the next one. */
  private volatile long dueNanos;

  private volatile @Nullable Worker worker;
  private volatile boolean mayRest;

  /** True while the loop waits without a thread. */
  private final AtomicBoolean resting = new AtomicBoolean();

  private int failures;
  private boolean reported;

  public Loop(String name, NodeRuntime runtime, Events events, Round round) {
    this(name, runtime, events, LONGEST_WAIT, round);
  }

  /** Creates a loop that waits at most {@code longestWait} after a failure. */
  public Loop(String name, NodeRuntime runtime, Events events, Duration longestWait, Round round) {
    this(name, runtime, events, longestWait, round, false);
  }

  /**
   * Creates a loop whose rounds call code outside of Baton that may take long. {@link #stop}
   * interrupts this code.
   */
  public static Loop interruptible(String name, NodeRuntime runtime, Events events, Round round) {
    return new Loop(name, runtime, events, LONGEST_WAIT, round, true);
  }

  private Loop(
      String name,
      NodeRuntime runtime,
      Events events,
      Duration longestWait,
      Round round,
      boolean interruptible) {
    this.name = name;
    this.runtime = runtime;
    this.events = events;
    this.round = round;
    this.interruptible = interruptible;
    this.signal = runtime.signal();
    long longestMillis = Math.max(1, longestWait.toMillis());
    for (int i = 0; i < waits.length; i++) {
      waits[i] = Duration.ofMillis(Math.min(FIRST_WAIT_MILLIS << i, longestMillis));
    }
  }

  public String name() {
    return name;
  }

  public void start() {
    startAfter(Duration.ZERO);
  }

  /** Starts the loop. The first round begins after this wait, or earlier if the loop is woken. */
  public void startAfter(Duration wait) {
    dueNanos = runtime.nanoTime() + wait.toNanos();
    started = true;
    worker = runtime.start("baton-" + name, () -> run(wait));
  }

  /** Ends the current wait or, if the loop is working, the next one. */
  public void wake() {
    signal.set();
    if (resting.get()) {
      resume();
    }
  }

  /**
   * Allows the loop to end its thread during long waits. A timer must then call {@link
   * #resumeIfDue} regularly.
   */
  void mayRest() {
    mayRest = true;
  }

  /** Starts a thread if this loop waits without one and its next round is due. */
  void resumeIfDue(long nowNanos) {
    if (resting.get() && nowNanos - dueNanos >= 0) {
      resume();
    }
  }

  private void resume() {
    if (stopping || !resting.compareAndSet(true, false)) {
      return;
    }
    try {
      // The new thread begins with a very short wait, which consumes the signal of the wake.
      worker = runtime.start("baton-" + name, () -> run(SHORTEST_WAIT));
    } catch (RuntimeException | Error noThread) {
      // The timer will try again.
      dueNanos = runtime.nanoTime();
      resting.set(true);
    }
  }

  /**
   * Prevents further rounds. The current round is not interrupted, except in an {@link
   * #interruptible} loop.
   */
  public void stop() {
    stopping = true;
    signal.set();
    Worker running = worker;
    if (interruptible && running != null) {
      running.interrupt();
    }
  }

  /** Returns whether the loop was asked to stop. */
  public boolean isStopping() {
    return stopping;
  }

  /** Waits until the thread has ended. Returns true if it has ended or was never started. */
  public boolean join(Duration timeout) throws InterruptedException {
    Worker running = worker;
    while (running != null && !resting.get()) {
      if (!running.join(timeout)) {
        return false;
      }
      if (ended) {
        return true;
      }
      // The loop had ended this thread during a wait and has just started another one.
      running = worker;
    }
    return true;
  }

  /**
   * Returns whether the loop has ended although {@link #stop} was not called. Allocates no memory.
   */
  boolean hasDied() {
    return ended && !stopping;
  }

  /**
   * Returns how long the current round has been running or the next one has been overdue. The
   * result is zero or negative while the loop waits.
   */
  long lateNanos(long nowNanos) {
    return started && !stopping ? nowNanos - dueNanos : 0;
  }

  private void run(Duration firstWait) {
    boolean rests = false;
    try {
      Duration next = firstWait;
      while (next != null && !stopping && !runtime.hasCrashed()) {
        next = comeRound(next);
      }
      rests = next == null;
    } finally {
      ended = !rests;
    }
  }

  /**
   * Waits and runs one round. Returns the wait before the next round; null if the loop has given up
   * this thread and still waits.
   */
  private @Nullable Duration comeRound(Duration wait) {
    try {
      if (!wait.isZero() && !await(wait)) {
        return null;
      }
      if (stopping) {
        return Duration.ZERO;
      }
      dueNanos = runtime.nanoTime();
      clearLogContext();
      Duration next = round.run();
      succeeded();
      return next;
    } catch (InterruptedException interrupted) {
      wasInterrupted();
      return Duration.ZERO;
    } catch (Throwable broken) {
      // A simulated crash ends the loop by throwing, which is no failure.
      return runtime.hasCrashed() ? Duration.ZERO : failed(broken);
    }
  }

  /** Returns false if the loop has given up this thread and still waits. */
  private boolean await(Duration wait) throws InterruptedException {
    Duration bounded = wait.compareTo(LONGEST_REST) < 0 ? wait : LONGEST_REST;
    dueNanos = runtime.nanoTime() + bounded.toNanos();
    if (!mayRest || bounded.compareTo(LONGEST_THREAD_WAIT.multipliedBy(2)) < 0) {
      signal.await(bounded);
      return true;
    }
    return signal.await(LONGEST_THREAD_WAIT) || stopping || !rest();
  }

  /**
   * Returns true if the loop may end this thread. Returns false if the loop was woken or stopped in
   * the meantime, so that it needs the thread.
   */
  private boolean rest() throws InterruptedException {
    resting.set(true);
    // A wake or a stop just before this may not have seen that the loop rests.
    boolean isMissed = stopping || signal.await(Duration.ZERO);
    return !isMissed || !resting.compareAndSet(true, false);
  }

  /**
   * Removes entries that other code left in the log context. Otherwise they would appear in all
   * later lines of this loop.
   */
  private static void clearLogContext() {
    try {
      MDC.clear();
    } catch (Throwable broken) {
      // The round also works with a log context that isn't empty.
    }
  }

  private void wasInterrupted() {
    if (stopping) {
      return;
    }
    try {
      LOG.warn("Code outside of Baton interrupted the loop {}. The loop continues", name);
    } catch (Throwable unreported) {
      // Only the log has failed. The loop continues.
    }
  }

  private void succeeded() {
    int before = failures;
    boolean wasReported = reported;
    failures = 0;
    reported = false;
    events.outage.works(name, dueNanos);
    if (wasReported) {
      LOG.info("The loop {} works again after {} failed rounds", name, before);
    }
  }

  private Duration failed(Throwable broken) {
    failures++;
    Duration wait = waits[Math.min(failures, waits.length) - 1];
    try {
      wait = jittered(wait);
      if (broken instanceof StoreUnavailableException unavailable) {
        events.outage.failed(name, unavailable, runtime.nanoTime());
        LOG.debug("The loop {} failed. It tries again in {} ms", name, wait.toMillis(), broken);
      } else if (!reported) {
        report(broken, wait.toMillis());
        reported = true;
      }
    } catch (Throwable unreported) {
      // The log has failed. The loop logs its next failure instead.
    }
    try {
      events.emit(new NodeEvent.StoreTrouble(name, Texts.message(broken)));
    } catch (Throwable unreported) {
      // The listeners don't get this event.
    }
    return wait;
  }

  private Duration jittered(Duration most) {
    long half = Math.max(1, most.toMillis() / 2);
    return Duration.ofMillis(half + (long) (runtime.random().nextDouble() * half));
  }

  private void report(Throwable broken, long waitMillis) {
    // For an exception of the store, log no stack trace, because it would show only Baton's own
    // code.
    boolean isStores = broken instanceof StoreException;
    LOG.warn(
        "The loop {} failed. It tries again in {} ms, then at longer intervals, and logs this"
            + " once: {}",
        name,
        waitMillis,
        Texts.line(Texts.message(broken)),
        isStores ? null : Texts.harmless(broken));
    if (isStores) {
      LOG.debug("Details: the loop {} failed", name, broken);
    }
  }
}
