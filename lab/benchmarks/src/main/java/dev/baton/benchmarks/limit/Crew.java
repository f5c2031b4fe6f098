package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Job;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that run jobs, and the number of jobs of each kind that may still be claimed.
 * Thread-safe.
 */
final class Crew {
  /** Number of claimed fast jobs: enough for two batches while a third is being written. */
  private static final int FAST_IN_HAND = 2_000;

  private final ForkJoinPool threads;
  private final Handling handling;
  private final Semaphore claimer;
  private final AtomicInteger fastRoom = new AtomicInteger(FAST_IN_HAND);
  private final AtomicInteger slowRoom;

  /**
   * @param claimer is released when a job has ended and there may be room for more
   */
  Crew(int workers, int slowAtATime, Handling handling, Semaphore claimer) {
    threads =
        new ForkJoinPool(
            workers, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, /* asyncMode= */ true);
    this.handling = handling;
    this.claimer = claimer;
    slowRoom = new AtomicInteger(slowAtATime);
  }

  /** Returns how many more jobs of this kind may be claimed. */
  int room(Job.Kind kind) {
    return roomFor(kind).get();
  }

  private AtomicInteger roomFor(Job.Kind kind) {
    return kind == Job.Kind.FAST ? fastRoom : slowRoom;
  }

  void run(List<Claimed> jobs) {
    for (Claimed job : jobs) {
      roomFor(job.kind()).decrementAndGet();
      threads.execute(() -> run(job));
    }
  }

  private void run(Claimed job) {
    handling.run(job);
    roomFor(job.kind()).incrementAndGet();
    // One permit is enough to wake the claimer.
    if (claimer.availablePermits() == 0) {
      claimer.release();
    }
  }

  void stop() throws InterruptedException {
    threads.shutdown();
    threads.awaitTermination(30, TimeUnit.SECONDS);
  }
}
