package dev.baton.engine.base;

import dev.baton.api.error.StoreException;
import dev.baton.hook.TaskEvent;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NodeRuntime.Signal;
import dev.baton.spi.NodeRuntime.Worker;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One thread that runs rounds until it is stopped. A round that throws is tried again after a
 * growing, jittered wait; the first failure of a row is logged, and its end.
 *
 * <p>No throwable ends a loop, whether the round, its wait, or the report of its failure threw it.
 * Handling the failure needs no memory, because the heap may be full. The {@link Supervisor}
 * watches that each loop comes round in time.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final int DOUBLINGS = 6;

  /** Longer than any loop waits, and short enough for sums. */
  private static final Duration LONGEST_REST = Duration.ofDays(1);

  /** One round of work. */
  @FunctionalInterface
  public interface Round {
    /** Works, and answers how long to wait at the most for the next round; zero for none. */
    Duration run() throws InterruptedException;
  }

  private final String name;
  private final NodeRuntime runtime;
  private final Events events;
  private final Round round;
  private final Signal signal;
  private final boolean interruptible;

  /** The longest wait after the first failure, the second and so on; made while there is memory. */
  private final Duration[] waits = new Duration[DOUBLINGS + 1];

  private volatile boolean stopping;
  private volatile boolean started;
  private volatile boolean ended;

  /** When its latest round began, or the wait for the next one is over at the latest. */
  private volatile long dueNanos;

  private volatile @Nullable Worker worker;
  private int failures;
  private boolean reported;

  public Loop(String name, NodeRuntime runtime, Events events, Round round) {
    this(name, runtime, events, LONGEST_WAIT, round);
  }

  /** A loop that never waits longer than {@code longestWait} after a failure. */
  public Loop(String name, NodeRuntime runtime, Events events, Duration longestWait, Round round) {
    this(name, runtime, events, longestWait, round, false);
  }

  /** A loop whose rounds call code of others, which may take long: a stop interrupts it. */
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

  /** Starts it; its first round waits that long, or until it is woken. */
  public void startAfter(Duration wait) {
    dueNanos = runtime.nanoTime() + wait.toNanos();
    started = true;
    worker = runtime.start("baton-" + name, () -> run(wait));
  }

  /** Ends the current wait, or the next one. */
  public void wake() {
    signal.set();
  }

  /** No further round begins; the current one ends by itself. */
  public void stop() {
    stopping = true;
    signal.set();
    Worker running = worker;
    if (interruptible && running != null) {
      running.interrupt();
    }
  }

  /** Whether a stop was asked for. */
  public boolean isStopping() {
    return stopping;
  }

  /** Waits for the end of the thread; true when it has ended, or never began. */
  public boolean join(Duration timeout) throws InterruptedException {
    Worker running = worker;
    return running == null || running.join(timeout);
  }

  /** Returns whether the thread has ended although no caller stopped the loop. Needs no memory. */
  boolean hasDied() {
    return ended && !stopping;
  }

  /** For how long it ought to have come round, on the monotonic clock; none while it rests. */
  long lateNanos(long nowNanos) {
    return started && !stopping ? nowNanos - dueNanos : 0;
  }

  private void run(Duration firstWait) {
    try {
      Duration next = firstWait;
      while (!stopping && !runtime.hasCrashed()) {
        next = comeRound(next);
      }
    } finally {
      ended = true;
    }
  }

  /** Waits and works once; answers how long to wait for the next round. */
  private Duration comeRound(Duration wait) {
    try {
      if (!wait.isZero()) {
        Duration bounded = wait.compareTo(LONGEST_REST) < 0 ? wait : LONGEST_REST;
        dueNanos = runtime.nanoTime() + bounded.toNanos();
        signal.await(bounded);
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

  /** A listener or rule that left something there would have it in all lines of this loop. */
  private static void clearLogContext() {
    try {
      MDC.clear();
    } catch (Throwable broken) {
      // The round doesn't need it.
    }
  }

  private void wasInterrupted() {
    if (stopping) {
      return;
    }
    try {
      LOG.warn("Code outside of Baton interrupted the loop {}: the loop continues", name);
    } catch (Throwable unreported) {
      // The log is broken, not the loop.
    }
  }

  private void succeeded() {
    int before = failures;
    boolean wasReported = reported;
    failures = 0;
    reported = false;
    if (wasReported) {
      LOG.info("The loop {} works again after {} failed rounds", name, before);
    }
  }

  private Duration failed(Throwable broken) {
    failures++;
    Duration wait = waits[Math.min(failures, waits.length) - 1];
    try {
      wait = jittered(wait);
      if (!reported) {
        report(broken, wait.toMillis());
        reported = true;
      }
    } catch (Throwable unreported) {
      // The next failure is reported instead.
    }
    try {
      events.emit(new TaskEvent.StoreTrouble(name, Texts.message(broken)));
    } catch (Throwable unreported) {
      // Listeners miss it.
    }
    return wait;
  }

  private Duration jittered(Duration most) {
    long half = Math.max(1, most.toMillis() / 2);
    return Duration.ofMillis(half + (long) (runtime.random().nextDouble() * half));
  }

  /** Where the store is away every loop says so: without the stack trace, which is Baton's own. */
  private void report(Throwable broken, long waitMillis) {
    boolean storeAway = broken instanceof StoreException;
    LOG.warn(
        "The loop {} failed. It tries again in {} ms, then less and less often, and logs this"
            + " once: {}",
        name,
        waitMillis,
        Texts.line(Texts.message(broken)),
        storeAway ? null : Texts.harmless(broken));
    if (storeAway) {
      LOG.debug("Why the loop {} failed", name, broken);
    }
  }
}
