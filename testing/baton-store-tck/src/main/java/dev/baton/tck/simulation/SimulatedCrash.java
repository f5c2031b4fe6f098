package dev.baton.tck.simulation;

/**
 * Thrown by every seam of a crashed node, which ends the node's threads. Nothing that they still do
 * while they end has any effect.
 */
public final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  SimulatedCrash(String node) {
    super("The node " + node + " has crashed", null, false, false);
  }
}
