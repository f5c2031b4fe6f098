package dev.baton.spring;

import dev.baton.Baton;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Starts this application's node. Declare your own bean only if tasks must not run by themselves.
 * The test kit does this, because a test decides when its tasks run.
 */
@FunctionalInterface
public interface NodeStart {
  /** Starts the node, which must not claim tasks yet. */
  RunningNode start(NodeBlueprint blueprint);

  /** A started node. Thread-safe. */
  interface RunningNode {
    /** Returns the node with which the application adds tasks. */
    Baton baton();

    /** Allows the node to run tasks, because the application is ready. */
    void claim();

    /** Stops the node, like {@link Baton#stop}. */
    boolean stop(Duration patience) throws InterruptedException;
  }

  /** Returns the default start: one node, which runs tasks by itself. */
  static NodeStart usual() {
    return blueprint -> {
      Baton baton = blueprint.node(UnaryOperator.identity()).start();
      return new Alone(baton, blueprint.buckets());
    };
  }

  /** The running node of {@link #usual}. */
  record Alone(Baton baton, List<String> buckets) implements RunningNode {
    @Override
    public void claim() {
      buckets.forEach(baton::startBucket);
    }

    @Override
    public boolean stop(Duration patience) throws InterruptedException {
      return baton.stop(patience);
    }
  }
}
