package dev.baton.tck.simulation;

import dev.baton.spi.NodeRuntime;
import java.util.random.RandomGenerator;

/** A runtime that passes all calls to another runtime. */
class RuntimeWrapper implements NodeRuntime {
  private final NodeRuntime real;

  RuntimeWrapper(NodeRuntime real) {
    this.real = real;
  }

  @Override
  public long nanoTime() {
    return real.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return real.currentTimeMillis();
  }

  @Override
  public RandomGenerator random() {
    return real.random();
  }

  @Override
  public Signal signal() {
    return real.signal();
  }

  @Override
  public Worker start(String name, Runnable body) {
    return real.start(name, body);
  }

  @Override
  public Worker startAttempt(String name, Runnable body) {
    return real.startAttempt(name, body);
  }

  @Override
  public long maxHeapBytes() {
    return real.maxHeapBytes();
  }

  @Override
  public boolean hasCrashed() {
    return real.hasCrashed();
  }
}
