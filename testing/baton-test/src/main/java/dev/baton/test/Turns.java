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
 * Decides which thread runs. At most one thread of the test's nodes runs at a time, and only while
 * a thread of the test drives them. Threads run in the order in which they became ready, each until
 * it waits or ends. Their time moves only when the test moves it. Thread-safe; its lock also guards
 * the fields of the threads.
 */
final class Turns {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long FOREVER_NANOS = Duration.ofDays(30_000).toNanos();

  /** A timer that ends a wait of a thread at a given time, if the thread is still in that wait. */
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

  /** Returns the class loader of the nodes' threads: that of the test's thread. */
  @Nullable ClassLoader loader() {
    return loader;
  }

  /** Returns the time since the start, common to all nodes. */
  long nowNanos() {
    return nowNanos;
  }

  /** Starts a thread, which is ready at once. */
  synchronized TurnThread start(NodeLife node, String name, Runnable body) {
    node.requireAlive();
    TurnThread thread = new TurnThread(this, node, name, body);
    unended.add(thread);
    ready.add(thread);
    thread.start();
    notifyAll();
    return thread;
  }

  /** Runs all ready threads until none is ready. Called on a thread of the test. */
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

  /**
   * Drives all threads until the condition holds, or this much of the nodes' time has passed. The
   * test's clock doesn't move.
   */
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

  /** Returns whether the current thread is one of the threads that run in turns. */
  boolean isTurn() {
    return Thread.currentThread() instanceof TurnThread thread && thread.turns.equals(this);
  }

  /**
   * Begins a wait of the current thread, which has the turn. The caller holds the lock and releases
   * it afterwards.
   */
  TurnThread blockThis(long timeoutNanos, boolean sleeps) {
    TurnThread self = (TurnThread) Thread.currentThread();
    self.blocked = true;
    self.waits++;
    long at = nowNanos + Math.min(timeoutNanos, FOREVER_NANOS);
    timers.add(new Timer(at, timerCount++, self, self.waits, sleeps));
    return self;
  }

  /**
   * Waits until the time, a signal or an interrupt ends the wait that was begun. Throws {@link
   * NodeLost} if the node is lost.
   */
  Wake await(TurnThread self) throws InterruptedException {
    self.pass();
    self.node.requireAlive();
    if (self.wake == Wake.INTERRUPT) {
      throw new InterruptedException();
    }
    return self.wake;
  }

  /** Lets this much time pass for a handler. */
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

  /** Wakes each waiting thread of the node, so that it notices the loss of its node. */
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

  /** Returns the time at which the first timer ends. */
  synchronized OptionalLong nextTimer() {
    while (!timers.isEmpty() && timers.peek().isOver()) {
      timers.poll();
    }
    return timers.isEmpty() ? OptionalLong.empty() : OptionalLong.of(timers.peek().atNanos());
  }

  /** Returns the time at which the first sleeping handler wakes. */
  synchronized OptionalLong nextSleeper() {
    return timers.stream()
        .filter(timer -> timer.sleeps() && !timer.isOver())
        .mapToLong(Timer::atNanos)
        .min();
  }

  /** Moves the time. Threads whose wait ends become ready and run at the next {@link #runReady}. */
  synchronized void passTo(long nanos) {
    nowNanos = Math.max(nowNanos, nanos);
    while (!timers.isEmpty() && (timers.peek().isOver() || timers.peek().atNanos() <= nowNanos)) {
      Timer timer = timers.poll();
      if (timer != null && !timer.isOver()) {
        wake(timer.thread(), Wake.TIME);
      }
    }
  }

  /**
   * Waits in real time until a thread outside the cluster, for example a client's callback, wakes a
   * thread.
   */
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
