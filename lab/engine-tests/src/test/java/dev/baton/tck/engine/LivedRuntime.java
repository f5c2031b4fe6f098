package dev.baton.tck.engine;

import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.spi.NodeRuntime;
import java.util.random.RandomGenerator;

/** The machine's runtime with clocks that are {@link LivedTime}. */
class LivedRuntime implements NodeRuntime {
  private final NodeRuntime machine = new SystemRuntime(200, true);

  @Override
  public long nanoTime() {
    return LivedTime.CLOCK.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return LivedTime.CLOCK.millis();
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
    return machine.startAttempt(name, body);
  }
}
