package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Where simulated threads wait for each other outside of the engine, as at a lock. */
public final class SimulatedQueue {
  private final Simulation simulation;
  private final List<SimulatedThread> waiting = new ArrayList<>();

  public SimulatedQueue(Simulation simulation) {
    this.simulation = simulation;
  }

  /** Waits until others are done, or so long; not to be interrupted. */
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

  /** Lets all go on who wait now, in the order in which they came. */
  public void wakeAll() {
    for (SimulatedThread thread : List.copyOf(waiting)) {
      simulation.wake(thread, SimulatedThread.Wake.SIGNAL);
    }
    waiting.clear();
  }
}
