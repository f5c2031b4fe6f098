package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.examples.payouts.site.NodePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The further nodes, each in its own JVM. One thread uses a cluster; any thread may close it. */
public final class Cluster implements AutoCloseable {
  private final List<NodeProcess> nodes = new ArrayList<>();
  private Optional<NodeProcess> victim = Optional.empty();

  /** Starts this number of nodes and waits until all run. */
  void start(int count, NodePlan plan, Path folder) throws IOException, CannotRun {
    for (int number = 2; number <= count + 1; number++) {
      Path log = folder.resolve("node-" + number + ".log");
      NodeProcess node = NodeProcess.start(number, plan, log);
      synchronized (nodes) {
        nodes.add(node);
      }
    }
    for (NodeProcess node : nodes) {
      node.awaitReady();
    }
  }

  /** Kills one node. Every call kills the same node. */
  NodeProcess kill() throws InterruptedException {
    NodeProcess chosen = victim.orElse(nodes.get(0));
    victim = Optional.of(chosen);
    chosen.kill();
    return chosen;
  }

  /** Returns the node that was killed, if any. */
  Optional<NodeProcess> victim() {
    return victim;
  }

  @Override
  public void close() throws Exception {
    synchronized (nodes) {
      // Ask all nodes at once: each may take a moment to finish its work.
      nodes.forEach(NodeProcess::askToStop);
      for (NodeProcess node : nodes) {
        node.close();
      }
    }
  }
}
