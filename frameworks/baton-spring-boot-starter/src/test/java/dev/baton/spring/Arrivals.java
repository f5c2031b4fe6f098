package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What handlers have seen, in order; tests wait for it instead of sleeping. */
public final class Arrivals {
  private static final long PATIENCE_SECONDS = 60;

  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

  public void saw(String what) {
    seen.add(what);
  }

  /** The next one, for which it waits. */
  public String next() throws InterruptedException {
    String next = seen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(next).as("something a handler saw").isNotNull();
    return next;
  }

  public boolean isEmpty() {
    return seen.isEmpty();
  }
}
