package dev.baton.spring;

import dev.baton.Baton;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How this application's node is started. Declare a bean of it only where tasks aren't to run by
 * themselves: the test kit does, to run them when a test says so.
 */
@FunctionalInterface
public interface NodeStart {
  /** Starts it; it is to claim no task yet. */
  RunningNode start(NodeBlueprint blueprint);

  /** A node that was started. Thread-safe. */
  interface RunningNode {
    /** Through which the application adds tasks. */
    Baton baton();

    /** The application is ready: from now on tasks may run. */
    void claim();

    /** As {@link Baton#stop}. */
    boolean stop(Duration patience) throws InterruptedException;
  }

  /** One node, which runs tasks by itself. */
  static NodeStart usual() {
    return blueprint -> {
      Baton baton = blueprint.node(UnaryOperator.identity()).start();
      return new Alone(baton, blueprint.buckets());
    };
  }

  /** See {@link #usual}. */
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
