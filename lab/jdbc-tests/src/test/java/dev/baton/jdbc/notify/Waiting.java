package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for the work of other threads. */
final class Waiting {
  private static final long LONG_ENOUGH_NANOS = TimeUnit.SECONDS.toNanos(30);

  private Waiting() {}

  static void until(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + LONG_ENOUGH_NANOS;
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      moment(2);
    }
  }

  /** Lets this much real time pass: servers and sockets use no other clock. */
  static void moment(long millis) {
    try {
      boolean never = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
      assertThat(never).isFalse();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
