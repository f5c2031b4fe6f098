package dev.baton.tck.engine;

import java.util.concurrent.atomic.AtomicInteger;

/** The machine's runtime, in which a number of attempts get no thread. */
final class ThreadlessRuntime extends LivedRuntime {
  private final AtomicInteger refusals = new AtomicInteger();

  /** Makes the next {@code count} attempts get no thread. */
  void refuse(int count) {
    refusals.set(count);
  }

  @Override
  public Worker startAttempt(String name, Runnable body) {
    if (refusals.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    return super.startAttempt(name, body);
  }
}
