package dev.baton.tck.simulation;

import dev.baton.spi.NodeRuntime;
import dev.baton.tck.simulation.SimulatedThread.State;
import dev.baton.tck.simulation.SimulatedThread.Wake;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/** The time, randomness, threads and signals of one simulated node. */
public final class SimulatedRuntime implements NodeRuntime {
  private static final int LATEST_MICROS = 1_500;
  private static final long HEAP_BYTES = 1L << 30;

  private final SimulatedNode node;
  private final Simulation simulation;

  public SimulatedRuntime(SimulatedNode node) {
    this.node = node;
    this.simulation = node.simulation();
  }

  @Override
  public long nanoTime() {
    node.require();
    return node.monotonicNanos();
  }

  @Override
  public long currentTimeMillis() {
    node.require();
    return node.wallMillis();
  }

  @Override
  public RandomGenerator random() {
    node.require();
    return node.chance();
  }

  @Override
  public Signal signal() {
    return new SimulatedSignal();
  }

  @Override
  public Worker start(String name, Runnable body) {
    node.require();
    SimulatedThread thread = simulation.spawn(name, node, body);
    simulation.step("start");
    return new SimulatedWorker(thread);
  }

  @Override
  public Worker startAttempt(String name, Runnable body) {
    return start(name, body);
  }

  /** Returns the same size on each machine, because a seed must replay. */
  @Override
  public long maxHeapBytes() {
    return HEAP_BYTES;
  }

  @Override
  public boolean hasCrashed() {
    return node.isDead();
  }

  /** Blocks this thread for this duration on the node's clock, or slightly longer. */
  private Wake block(Duration timeout) {
    Duration late = Duration.ofNanos(node.chance().nextInt(LATEST_MICROS) * 1_000L);
    return simulation.block(simulation.after(node.onTheClockOfAll(timeout).plus(late)), true);
  }

  private final class SimulatedSignal implements Signal {
    private final ArrayDeque<SimulatedThread> waiters = new ArrayDeque<>();
    private boolean set;

    @Override
    public void set() {
      node.require();
      set = true;
      SimulatedThread first = waiters.peek();
      if (first != null) {
        simulation.wake(first, Wake.SIGNAL);
      }
      simulation.step("set");
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
      node.require();
      simulation.step("await");
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (!set && !timeout.isNegative() && !timeout.isZero()) {
        SimulatedThread self = simulation.running();
        waiters.add(self);
        Wake wake = block(timeout);
        waiters.remove(self);
        node.require();
        if (wake == Wake.INTERRUPT) {
          throw new InterruptedException();
        }
      }
      boolean was = set;
      set = false;
      return was;
    }
  }

  private final class SimulatedWorker implements Worker {
    private final SimulatedThread thread;

    SimulatedWorker(SimulatedThread thread) {
      this.thread = thread;
    }

    @Override
    public void interrupt() {
      node.require();
      simulation.interrupt(thread);
    }

    @Override
    public boolean join(Duration timeout) throws InterruptedException {
      node.require();
      simulation.step("join");
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (thread.state != State.ENDED) {
        thread.joiners.add(simulation.running());
        Wake wake = block(timeout);
        thread.joiners.remove(simulation.running());
        node.require();
        if (wake == Wake.INTERRUPT) {
          throw new InterruptedException();
        }
      }
      return thread.state == State.ENDED;
    }
  }
}
