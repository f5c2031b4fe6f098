package dev.baton.tck.engine;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time during which this JVM really ran. While the machine freezes, or gives the JVM no
 * processor, no such time passes. The leases of tests are short, and must expire because of what
 * the test does to the node, never because of the machine. Thread-safe.
 */
final class LivedTime implements InstantSource {
  static final LivedTime CLOCK = new LivedTime();

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Longest time between two ticks that counts completely. A longer time was a stall. */
  private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  private final Instant begin = Instant.now();
  private volatile Tick last = new Tick(0, System.nanoTime());

  /** The lived time at a nano time of the machine. */
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
