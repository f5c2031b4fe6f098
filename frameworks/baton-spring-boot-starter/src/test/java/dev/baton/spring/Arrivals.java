package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Records what handlers received, in order. Tests wait for it instead of sleeping. */
public final class Arrivals {
  private static final long PATIENCE_SECONDS = 60;

  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

  public void saw(String what) {
    seen.add(what);
  }

  /** Waits for the next arrival and returns it. */
  public String next() throws InterruptedException {
    String next = seen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(next).as("the next entry of a handler").isNotNull();
    return next;
  }

  public boolean isEmpty() {
    return seen.isEmpty();
  }
}
