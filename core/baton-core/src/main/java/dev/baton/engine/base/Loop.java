package dev.baton.engine.base;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.hook.TaskEvent;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NodeRuntime.Signal;
import dev.baton.spi.NodeRuntime.Worker;
import dev.baton.task.Texts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One thread that runs rounds until it is stopped. A round that throws is tried again after a
 * growing, jittered wait; the first failure of a row is logged, and its end.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final int DOUBLINGS = 6;

  /** One round of work. */
  @FunctionalInterface
  public interface Round {
    /** Works, and answers how long to wait at the most for the next round; zero for none. */
    Duration run() throws InterruptedException;
  }

  private final String name;
  private final NodeRuntime runtime;
  private final Events events;
  private final long longestWaitMillis;
  private final Round round;
  private final Signal signal;
  private final boolean interruptible;
  private volatile boolean stopping;
  private volatile @Nullable Worker worker;
  private int failures;

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
    this.longestWaitMillis = Math.max(1, longestWait.toMillis());
    this.round = round;
    this.interruptible = interruptible;
    this.signal = runtime.signal();
  }

  public void start() {
    startAfter(Duration.ZERO);
  }

  /** Starts it; its first round waits that long, or until it is woken. */
  public void startAfter(Duration wait) {
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
    Worker started = worker;
    return started == null || started.join(timeout);
  }

  private void run(Duration firstWait) {
    Duration next = firstWait;
    while (!stopping) {
      try {
        Duration wait = next;
        next = Duration.ZERO; // who interrupts a wait ends it
        if (!wait.isZero()) {
          signal.await(wait);
        }
        if (!stopping) {
          next = runOnce();
        }
      } catch (InterruptedException interrupted) {
        if (!stopping) {
          LOG.warn("Code outside of Baton interrupted the loop {}: the loop goes on", name);
        }
      }
    }
  }

  private Duration runOnce() throws InterruptedException {
    try {
      // A listener or rule that left something there would have it in all lines of this loop.
      MDC.clear();
      Duration wait = round.run();
      if (failures > 0) {
        LOG.info("The loop {} works again after {} failed rounds", name, failures);
        failures = 0;
      }
      return wait;
    } catch (RuntimeException | Error broken) {
      return failed(broken);
    }
  }

  private Duration failed(Throwable broken) {
    failures++;
    long most = FIRST_WAIT_MILLIS << Math.min(failures - 1, DOUBLINGS);
    long half = Math.max(1, Math.min(most, longestWaitMillis) / 2);
    long wait = half + (long) (runtime.random().nextDouble() * half);
    if (failures == 1) {
      tell(broken, wait);
    }
    events.emit(new TaskEvent.StoreTrouble(name, String.valueOf(broken.getMessage())));
    return Duration.ofMillis(wait);
  }

  /** Where the store is away every loop says so: without the stack trace, which is Baton's own. */
  private void tell(Throwable broken, long waitMillis) {
    boolean storeAway = broken instanceof StoreUnavailableException;
    LOG.warn(
        "The loop {} failed. It tries again in {} ms, then less and less often, and logs this"
            + " once: {}",
        name,
        waitMillis,
        Texts.line(broken.getMessage()),
        storeAway ? null : broken);
    if (storeAway) {
      LOG.debug("Why the loop {} failed", name, broken);
    }
  }
}
