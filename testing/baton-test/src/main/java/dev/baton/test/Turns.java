package dev.baton.test;

import dev.baton.test.TurnThread.Wake;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is. Of all threads of the test's nodes at most one runs, and only while a thread of
 * the test lets it: in the order in which they became ready, each until it waits or ends. Their
 * time stands still unless it is passed on. Thread-safe; its lock guards the threads' fields too.
 */
final class Turns {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long FOREVER_NANOS = Duration.ofDays(30_000).toNanos();

  /** Ends a thread's wait when its time has come, if it is still the same wait. */
  private record Timer(long atNanos, long number, TurnThread thread, long forWait, boolean sleeps) {
    boolean isOver() {
      return thread.waits != forWait || !thread.blocked;
    }
  }

  private final ArrayDeque<TurnThread> ready = new ArrayDeque<>();
  private final Set<TurnThread> unended = new LinkedHashSet<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(
          Comparator.comparingLong(Timer::atNanos).thenComparingLong(Timer::number));
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private boolean driven;
  private long timerCount;
  private volatile long nowNanos;

  /** What nodes' threads load classes with: that of the test's thread. */
  @Nullable ClassLoader loader() {
    return loader;
  }

  /** Time since the start, of all nodes. */
  long nowNanos() {
    return nowNanos;
  }

  /** A thread that becomes ready at once. */
  synchronized TurnThread start(NodeLife node, String name, Runnable body) {
    node.requireAlive();
    TurnThread thread = new TurnThread(this, node, name, body);
    unended.add(thread);
    ready.add(thread);
    thread.start();
    notifyAll();
    return thread;
  }

  /** Lets all run who are ready, until nobody is. Called on a thread of the test. */
  void runReady() {
    if (isTurn()) {
      throw new IllegalStateException(
          "A handler can't drain or advance the cluster it runs in: only the test can. A handler's"
              + " stub lets time pass with sleep(...)");
    }
    takeWheel();
    try {
      TurnThread next = nextReady();
      while (next != null) {
        if (!next.takeTurn(PATIENCE.toNanos())) {
          throw new AssertionError(
              "The thread "
                  + next.getName()
                  + " has not come back for "
                  + PATIENCE.toSeconds()
                  + " s. It is at\n  "
                  + Arrays.stream(next.getStackTrace())
                      .map(String::valueOf)
                      .collect(Collectors.joining("\n  ")));
        }
        next = nextReady();
      }
    } finally {
      leaveWheel();
    }
  }

  /** Drives all until it is over, or so much of the nodes' time has passed; no other time does. */
  boolean driveUntil(BooleanSupplier over, long timeoutNanos) {
    long end = nowNanos + Math.min(timeoutNanos, FOREVER_NANOS);
    while (true) {
      runReady();
      if (over.getAsBoolean()) {
        return true;
      }
      OptionalLong next = nextTimer();
      if (next.isEmpty() || next.getAsLong() > end) {
        passTo(end);
        return false;
      }
      passTo(next.getAsLong());
    }
  }

  /** Whether this thread is one of those that take turns. */
  boolean isTurn() {
    return Thread.currentThread() instanceof TurnThread thread && thread.turns.equals(this);
  }

  /** Waits, on the thread that has the turn. The caller holds the lock, and lets it go after. */
  TurnThread blockThis(long timeoutNanos, boolean sleeps) {
    TurnThread self = (TurnThread) Thread.currentThread();
    self.blocked = true;
    self.waits++;
    long at = nowNanos + Math.min(timeoutNanos, FOREVER_NANOS);
    timers.add(new Timer(at, timerCount++, self, self.waits, sleeps));
    return self;
  }

  /** Until time, a signal or an interrupt ends the wait that was begun; throws for a lost node. */
  Wake await(TurnThread self) throws InterruptedException {
    self.pass();
    self.node.requireAlive();
    if (self.wake == Wake.INTERRUPT) {
      throw new InterruptedException();
    }
    return self.wake;
  }

  /** Lets so much time pass for a handler. */
  void sleep(Duration duration) throws InterruptedException {
    TurnThread self;
    synchronized (this) {
      self = blockThis(duration.toNanos(), true);
    }
    await(self);
  }

  synchronized void wake(TurnThread thread, Wake why) {
    if (thread.blocked) {
      thread.blocked = false;
      thread.waits++;
      thread.wake = why;
      ready.add(thread);
      notifyAll();
    }
  }

  synchronized void interrupt(TurnThread thread) {
    if (thread.blocked) {
      wake(thread, Wake.INTERRUPT);
    } else if (ready.contains(thread)) {
      thread.interruptLater();
    } else if (!thread.ended) {
      thread.interrupt();
    }
  }

  /** Each thread of the node gets to see that its node is lost. */
  synchronized void endAll(NodeLife node) {
    for (TurnThread thread : List.copyOf(unended)) {
      if (thread.node.equals(node)) {
        wake(thread, Wake.NODE_LOST);
      }
    }
  }

  synchronized void ended(TurnThread thread) {
    thread.ended = true;
    unended.remove(thread);
    notifyAll();
  }

  /** When the first wait is over that only time ends. */
  synchronized OptionalLong nextTimer() {
    while (!timers.isEmpty() && timers.peek().isOver()) {
      timers.poll();
    }
    return timers.isEmpty() ? OptionalLong.empty() : OptionalLong.of(timers.peek().atNanos());
  }

  /** When the first handler that sleeps will wake. */
  synchronized OptionalLong nextSleeper() {
    return timers.stream()
        .filter(timer -> timer.sleeps() && !timer.isOver())
        .mapToLong(Timer::atNanos)
        .min();
  }

  /** Lets time pass; whose wait it ends becomes ready, and runs with the next {@link #runReady}. */
  synchronized void passTo(long nanos) {
    nowNanos = Math.max(nowNanos, nanos);
    while (!timers.isEmpty() && (timers.peek().isOver() || timers.peek().atNanos() <= nowNanos)) {
      Timer timer = timers.poll();
      if (timer != null && !timer.isOver()) {
        wake(timer.thread(), Wake.TIME);
      }
    }
  }

  /** Waits in real time for somebody outside, a client's callback for example, to wake a thread. */
  synchronized boolean awaitOutside(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    while (ready.isEmpty() && System.nanoTime() - end < 0) {
      try {
        wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        interrupted = true;
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !ready.isEmpty();
  }

  private synchronized @Nullable TurnThread nextReady() {
    return ready.poll();
  }

  private synchronized void takeWheel() {
    boolean interrupted = false;
    while (driven) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    driven = true;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void leaveWheel() {
    driven = false;
    notifyAll();
  }
}
