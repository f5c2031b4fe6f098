package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that no handler starts in a bucket that its node has stopped, or on a node that stops. */
final class BucketCheck {
  /** Longest time from the engine's last check of the bucket to the handler's start. */
  private static final long SLACK_NANOS = Duration.ofMillis(50).toNanos();

  private final Violations violations;
  private final Map<SimulatedNode, Long> stopped = new HashMap<>();
  private final Map<SimulatedNode, Long> stopping = new HashMap<>();
  private final Set<SimulatedNode> starting = new HashSet<>();

  BucketCheck(Violations violations) {
    this.violations = violations;
  }

  /** Notes that the node has stopped its side bucket. */
  void stopped(SimulatedNode node) {
    if (!starting.contains(node)) {
      stopped.put(node, node.simulation().nowNanos());
    }
  }

  /**
   * Notes that the node is about to start its side bucket, perhaps while the bucket still stops.
   */
  void starting(SimulatedNode node) {
    starting.add(node);
    stopped.remove(node);
  }

  void started(SimulatedNode node) {
    stopped.remove(node);
    starting.remove(node);
  }

  /** Notes that the node was asked to stop. */
  void stopping(SimulatedNode node) {
    stopping.put(node, node.simulation().nowNanos());
  }

  /** Reports a handler that begins where nothing may start. */
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
