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
 * A thread that runs rounds until it is stopped. Every active part of the engine is such a loop. A
 * round that throws is repeated after a growing, jittered wait. The loop logs the first of several
 * failures in a row, and the recovery. If the store is unavailable, all loops of the node log it
 * together.
 *
 * <p>A loop that a {@link LoopTimer} watches gives up its thread when it waits for long. The timer,
 * or a wake, starts another thread.
 *
 * <p>No throwable ends a loop, even if the wait or the failure report throws it. Handling the
 * failure needs no memory, because the heap may be full. The {@link Supervisor} checks that each
 * loop finishes its rounds in time.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final int DOUBLINGS = 6;

  /** Longer than any loop waits, and short enough that sums don't overflow. */
  private static final Duration LONGEST_REST = Duration.ofDays(1);

  private static final Duration SHORTEST_WAIT = Duration.ofNanos(1);

  /** Time that a loop waits on its thread before it gives the thread up. */
  static final Duration LONGEST_THREAD_WAIT = Duration.ofMillis(500);

  /** A round of work. */
  @FunctionalInterface
  public interface Round {
    /**
     * Does the work of one round. Returns the longest wait before the next round; zero for none.
     */
    Duration run() throws InterruptedException;
  }

  private final String name;
  private final NodeRuntime runtime;
  private final Events events;
  private final Round round;
  private final Signal signal;
  private final boolean interruptible;

  /**
   * The longest wait after the first failure, the second and so on. Allocated while there is
   * memory.
   */
  private final Duration[] waits = new Duration[DOUBLINGS + 1];

  private volatile boolean stopping;
  private volatile boolean started;
  private volatile boolean ended;

  /**
   * Time when the latest round began or, while the loop waits, when the next round begins at the
   * latest.
   */
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

  /** Creates a loop that never waits longer than {@code longestWait} after a failure. */
  public Loop(String name, NodeRuntime runtime, Events events, Duration longestWait, Round round) {
    this(name, runtime, events, longestWait, round, false);
  }

  /**
   * Creates a loop whose rounds call code from outside of Baton, which may take long. A stop
   * interrupts it.
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

  /** Starts the loop. Its first round begins after this wait, or when the loop is woken. */
  public void startAfter(Duration wait) {
    dueNanos = runtime.nanoTime() + wait.toNanos();
    started = true;
    worker = runtime.start("baton-" + name, () -> run(wait));
  }

  /** Ends the current wait, or the next one. */
  public void wake() {
    signal.set();
    if (resting.get()) {
      resume();
    }
  }

  /**
   * Lets the loop give up its thread during long waits. The timer must call {@link #resumeIfDue}.
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
      // The short wait takes the signal of the wake.
      worker = runtime.start("baton-" + name, () -> run(SHORTEST_WAIT));
    } catch (RuntimeException | Error noThread) {
      // The timer tries again.
      dueNanos = runtime.nanoTime();
      resting.set(true);
    }
  }

  /** Lets no further round begin. The current round ends by itself. */
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

  /** Waits for the end of the thread. Returns true if the thread has ended or never began. */
  public boolean join(Duration timeout) throws InterruptedException {
    Worker running = worker;
    while (running != null && !resting.get()) {
      if (!running.join(timeout)) {
        return false;
      }
      if (ended) {
        return true;
      }
      // The loop gave this thread up, and another one has just been started.
      running = worker;
    }
    return true;
  }

  /** Returns whether the thread has ended although no caller stopped the loop. Needs no memory. */
  boolean hasDied() {
    return ended && !stopping;
  }

  /**
   * Returns for how long the current round has run, or the next one is overdue, on the monotonic
   * clock. Zero or negative while the loop waits.
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
   * Waits and runs one round. Returns how long to wait for the next round; null if the loop
   * continues to wait without this thread.
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
      return failed(broken);
    }
  }

  /** Returns false if the loop continues to wait without this thread. */
  private boolean await(Duration wait) throws InterruptedException {
    Duration bounded = wait.compareTo(LONGEST_REST) < 0 ? wait : LONGEST_REST;
    dueNanos = runtime.nanoTime() + bounded.toNanos();
    if (!mayRest || bounded.compareTo(LONGEST_THREAD_WAIT.multipliedBy(2)) < 0) {
      signal.await(bounded);
      return true;
    }
    return signal.await(LONGEST_THREAD_WAIT) || stopping || !rest();
  }

  /** Returns false if the loop was woken or stopped meanwhile and keeps this thread. */
  private boolean rest() throws InterruptedException {
    resting.set(true);
    // A wake or a stop just before may not have seen that.
    boolean isMissed = stopping || signal.await(Duration.ZERO);
    return !isMissed || !resting.compareAndSet(true, false);
  }

  /**
   * Entries that a listener or rule left in the log context would appear in all lines of this loop.
   */
  private static void clearLogContext() {
    try {
      MDC.clear();
    } catch (Throwable broken) {
      // The round doesn't need an empty log context.
    }
  }

  private void wasInterrupted() {
    if (stopping) {
      return;
    }
    try {
      LOG.warn("Code outside of Baton interrupted the loop {}. The loop continues", name);
    } catch (Throwable unreported) {
      // The log failed, not the loop.
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
      // The next failure is reported instead.
    }
    try {
      events.emit(new NodeEvent.StoreTrouble(name, Texts.message(broken)));
    } catch (Throwable unreported) {
      // The listeners miss this event.
    }
    return wait;
  }

  private Duration jittered(Duration most) {
    long half = Math.max(1, most.toMillis() / 2);
    return Duration.ofMillis(half + (long) (runtime.random().nextDouble() * half));
  }

  private void report(Throwable broken, long waitMillis) {
    // The trace of a store's exception shows only Baton's own code.
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
