package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Waits for actions of other threads and processes. */
final class Eventually {
  private Eventually() {}

  interface Condition {
    boolean holds() throws Exception;
  }

  static void holds(Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("waited for a minute").isLessThan(end);
      Thread.sleep(10);
    }
  }
}
