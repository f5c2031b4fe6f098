package dev.baton.tck.simulation.sql;

import dev.baton.tck.simulation.SimulatedNode;
import dev.baton.tck.simulation.SimulatedQueue;
import dev.baton.tck.simulation.Simulation;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.function.ToIntFunction;

/**
 * The connection pools of the nodes. Each has the same number of connections, and a thread that
 * needs one more waits.
 */
final class NodePools {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Simulation simulation;
  private final ToIntFunction<SimulatedNode> taken;
  private final SimulatedQueue queue;
  private int size = Integer.MAX_VALUE;

  /**
   * @param taken returns how many connections the node uses now
   */
  NodePools(Simulation simulation, ToIntFunction<SimulatedNode> taken) {
    this.simulation = simulation;
    this.taken = taken;
    this.queue = new SimulatedQueue(simulation);
  }

  void size(int connections) {
    size = connections;
    queue.wakeAll();
  }

  boolean isExhausted(SimulatedNode node) {
    return taken.applyAsInt(node) >= size;
  }

  /** Waits until the node may have another connection. */
  void await(SimulatedNode node) throws SQLException {
    long end = simulation.after(PATIENCE);
    while (isExhausted(node)) {
      long left = end - simulation.nowNanos();
      if (left <= 0) {
        throw new SQLTransientConnectionException(
            "Connection is not available, request timed out after " + PATIENCE.toMillis() + "ms");
      }
      queue.await(Duration.ofNanos(left));
      node.require();
    }
  }

  static Duration patience() {
    return PATIENCE;
  }

  void givenBack() {
    queue.wakeAll();
  }
}
