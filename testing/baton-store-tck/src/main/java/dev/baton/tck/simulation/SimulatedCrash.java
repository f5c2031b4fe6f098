package dev.baton.tck.simulation;

/**
 * Thrown by every seam of a node that has crashed: its threads end here. Nothing they still do on
 * their way out has any effect.
 */
public final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  SimulatedCrash(String node) {
    super("The node " + node + " has crashed", null, false, false);
  }
}
