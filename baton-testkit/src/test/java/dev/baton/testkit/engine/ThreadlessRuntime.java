package dev.baton.testkit.engine;

import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.spi.NodeRuntime;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** The machine, except that the next so many attempts get no thread. */
final class ThreadlessRuntime implements NodeRuntime {
  private final NodeRuntime machine = new SystemRuntime(200);
  private final AtomicInteger refusals = new AtomicInteger();

  /** The next so many attempts get no thread. */
  void refuse(int count) {
    refusals.set(count);
  }

  @Override
  public long nanoTime() {
    return machine.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return machine.currentTimeMillis();
  }

  @Override
  public RandomGenerator random() {
    return machine.random();
  }

  @Override
  public Signal signal() {
    return machine.signal();
  }

  @Override
  public Worker start(String name, Runnable body) {
    return machine.start(name, body);
  }

  @Override
  public Worker startAttempt(String name, Runnable body) {
    if (refusals.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    return machine.startAttempt(name, body);
  }
}
