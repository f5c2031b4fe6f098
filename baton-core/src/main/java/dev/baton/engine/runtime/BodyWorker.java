package dev.baton.engine.runtime;

import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of a body on a thread. An interrupt reaches the thread only while this body runs on it,
 * because a pooled thread's next body must not be interrupted.
 */
final class BodyWorker implements NodeRuntime.Worker, Runnable {
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
