package dev.baton.engine.runtime;

import dev.baton.spi.NodeRuntime;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The runtime of a real node: it uses the machine's clocks, random numbers and threads. The
 * simulator uses another one. Thread-safe.
 */
public final class SystemRuntime implements NodeRuntime {
  private final SecureRandom random = new SecureRandom();
  private final CleanThreads threads = new CleanThreads();
  private final AttemptThreads attempts;

  /**
   * @param maxAttemptThreads size of the pool that is used if the JVM has no virtual threads
   * @param virtual true to run attempts on virtual threads, if the JVM has them
   */
  public SystemRuntime(int maxAttemptThreads, boolean virtual) {
    attempts = AttemptThreads.forThisJvm(threads, maxAttemptThreads, virtual);
  }

  private SystemRuntime(boolean virtual) {
    attempts = AttemptThreads.eachItsOwn(threads, virtual);
  }

  /** Returns a runtime in which each attempt runs on a new thread. */
  public static SystemRuntime withoutPool(boolean virtual) {
    return new SystemRuntime(virtual);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public Signal signal() {
    return new SystemSignal();
  }

  @Override
  public Worker start(String name, Runnable body) {
    BodyWorker worker = new BodyWorker(body);
    threads.platform(name, worker).start();
    return worker;
  }

  @Override
  public Worker startAttempt(String name, Runnable body) {
    BodyWorker worker = new BodyWorker(body);
    attempts.start(name, worker);
    return worker;
  }

  @Override
  public void nodeEnded() {
    attempts.close();
  }

  /**
   * A signal whose waiter parks its thread. Neither {@link #set} nor {@link #await} allocates
   * memory.
   */
  private static final class SystemSignal implements Signal {
    private final AtomicBoolean set = new AtomicBoolean();
    private volatile @Nullable Thread waiter;

    @Override
    public void set() {
      set.set(true);
      Thread waiting = waiter;
      if (waiting != null) {
        LockSupport.unpark(waiting);
      }
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
      long left = TimeUnit.NANOSECONDS.convert(timeout);
      long end = System.nanoTime() + left;
      waiter = Thread.currentThread();
      try {
        while (true) {
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          if (set.compareAndSet(true, false)) {
            return true;
          }
          if (left <= 0) {
            return false;
          }
          LockSupport.parkNanos(this, left);
          left = end - System.nanoTime();
        }
      } finally {
        waiter = null;
      }
    }
  }

  /**
   * Runs one body on a thread. An interrupt reaches the thread only while this body runs, so that
   * it can't interrupt the next body of a pooled thread.
   */
  private static final class BodyWorker implements NodeRuntime.Worker, Runnable {
    private final Runnable body;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Object lock = new Object();
    private @Nullable Thread thread;
    private boolean interrupted;

    BodyWorker(Runnable body) {
      this.body = body;
    }

    @Override
    public void run() {
      synchronized (lock) {
        thread = Thread.currentThread();
        if (interrupted) {
          thread.interrupt();
        }
      }
      try {
        body.run();
      } finally {
        synchronized (lock) {
          thread = null;
          Thread.interrupted();
        }
        ended.countDown();
      }
    }

    @Override
    public void interrupt() {
      synchronized (lock) {
        interrupted = true;
        if (thread != null) {
          thread.interrupt();
        }
      }
    }

    @Override
    public boolean join(Duration timeout) throws InterruptedException {
      return ended.await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }
  }
}
