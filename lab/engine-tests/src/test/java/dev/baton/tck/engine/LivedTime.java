package dev.baton.tck.engine;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time that this JVM has lived through. While the machine stands still, or gives it no
 * processor, none passes: leases of tests are short, and are to lapse because of what the test does
 * to their node, never because of what happened to the machine. Thread-safe.
 */
final class LivedTime implements InstantSource {
  static final LivedTime CLOCK = new LivedTime();

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Whatever took longer than this from one tick to the next was a stall. */
  private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  private final Instant begin = Instant.now();
  private volatile Tick last = new Tick(0, System.nanoTime());

  /** At some nano time of the machine so much had been lived through. */
  private record Tick(long lived, long at) {
    long livedUntil(long now) {
      return lived + Math.min(now - at, MAX_NANOS);
    }
  }

  private LivedTime() {
    Thread ticking = new Thread(this::tick, "lived-time");
    ticking.setDaemon(true);
    ticking.start();
  }

  private void tick() {
    while (true) {
      LockSupport.parkNanos(TICK_NANOS);
      long now = System.nanoTime();
      last = new Tick(last.livedUntil(now), now);
    }
  }

  long nanoTime() {
    Tick tick = last;
    return tick.livedUntil(System.nanoTime());
  }

  @Override
  public Instant instant() {
    return begin.plusNanos(nanoTime()).truncatedTo(ChronoUnit.MICROS);
  }
}
