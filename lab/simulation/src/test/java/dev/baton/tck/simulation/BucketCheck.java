package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** No handler starts in a bucket that its node has stopped, nor on a node that stops. */
final class BucketCheck {
  /** From the last look to the handler. */
  private static final long SLACK_NANOS = Duration.ofMillis(50).toNanos();

  private final Violations violations;
  private final Map<SimulatedNode, Long> stopped = new HashMap<>();
  private final Map<SimulatedNode, Long> stopping = new HashMap<>();
  private final Set<SimulatedNode> starting = new HashSet<>();

  BucketCheck(Violations violations) {
    this.violations = violations;
  }

  /** Its side bucket was stopped. */
  void stopped(SimulatedNode node) {
    if (!starting.contains(node)) {
      stopped.put(node, node.simulation().nowNanos());
    }
  }

  /** Its side bucket is about to be started, perhaps while it is being stopped. */
  void starting(SimulatedNode node) {
    starting.add(node);
    stopped.remove(node);
  }

  void started(SimulatedNode node) {
    stopped.remove(node);
    starting.remove(node);
  }

  /** It was told to stop. */
  void stopping(SimulatedNode node) {
    stopping.put(node, node.simulation().nowNanos());
  }

  /** A handler begins. */
  void begins(SimulatedNode node, String type) {
    if (isOver(node, stopping.get(node))) {
      violations.report("a handler of " + type + " starts on " + node + ", which stops");
    }
    if (PauseCheck.bucket(type).equals(Types.SIDE_BUCKET) && isOver(node, stopped.get(node))) {
      violations.report("a handler of " + type + " starts in a stopped bucket of " + node);
    }
  }

  private static boolean isOver(SimulatedNode node, @Nullable Long since) {
    return since != null
        && node.simulation().nowNanos() - Math.max(since, node.thawedNanos()) > SLACK_NANOS;
  }
}
