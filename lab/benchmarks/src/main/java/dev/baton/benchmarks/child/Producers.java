package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The threads that add jobs one by one, each with a separate commit. */
final class Producers implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Contender contender;
  private final Probe probe;

  Producers(Contender contender, Probe probe) {
    this.contender = contender;
    this.probe = probe;
  }

  /**
   * Adds the jobs.
   *
   * @param perSecond the number of adds per second, evenly spaced; 0 for as many as possible
   * @param seconds when to end, even if not all are added; 0 for never
   * @return how many were added, from the first on
   */
  int add(JobSpec jobs, int producers, int perSecond, int seconds) throws Exception {
    AtomicInteger next = new AtomicInteger();
    long begin = System.nanoTime();
    long longest = seconds == 0 ? Long.MAX_VALUE : seconds * 1_000_000_000L;
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < producers; i++) {
      all.add(
          threads.submit(
              () -> {
                while (System.nanoTime() - begin < longest) {
                  int index = next.getAndIncrement();
                  if (index >= jobs.count()) {
                    break;
                  }
                  if (perSecond > 0) {
                    awaitTime(begin + index * 1_000_000_000L / perSecond);
                  }
                  addOne(jobs, jobs.from() + index);
                }
                return true;
              }));
    }
    for (Future<?> one : all) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("A producer failed", e.getCause());
      }
    }
    return Math.min(next.get(), jobs.count());
  }

  private void addOne(JobSpec jobs, long number) throws Exception {
    probe.adding(number);
    contender.add(jobs.job(number));
    probe.committed(number);
  }

  private static void awaitTime(long nanoTime) {
    long left = nanoTime - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = nanoTime - System.nanoTime();
    }
  }

  @Override
  public void close() throws InterruptedException {
    threads.shutdown();
    threads.awaitTermination(10, TimeUnit.SECONDS);
  }
}
