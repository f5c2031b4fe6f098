package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A queue in which simulated threads wait for each other outside the engine, as at a lock. */
public final class SimulatedQueue {
  private final Simulation simulation;
  private final List<SimulatedThread> waiting = new ArrayList<>();

  public SimulatedQueue(Simulation simulation) {
    this.simulation = simulation;
  }

  /** Waits until the queue is woken or this duration has passed. The wait can't be interrupted. */
  public void await(Duration most) {
    SimulatedThread self = simulation.running();
    waiting.add(self);
    try {
      simulation.block(simulation.after(most), false);
    } finally {
      waiting.remove(self);
    }
    simulation.checkCrash();
  }

  /** Wakes all threads that wait now, in the order in which they came. */
  public void wakeAll() {
    for (SimulatedThread thread : List.copyOf(waiting)) {
      simulation.wake(thread, SimulatedThread.Wake.SIGNAL);
    }
    waiting.clear();
  }
}
