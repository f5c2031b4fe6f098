package dev.baton.engine.dispatch;

import dev.baton.engine.Definitions;
import dev.baton.engine.NodeContext;
import dev.baton.engine.cluster.Pauses;
import dev.baton.engine.cluster.PausesInForce;
import dev.baton.task.Flow;
import java.util.function.Predicate;

/**
 * Which flows of a bucket may run here: this node knows their types, and they aren't paused. Owned
 * by the bucket's dispatcher, which goes by the pauses it has seen last; not thread-safe but for
 * {@link #isPausedNow}.
 */
final class OpenFlows {
  private final String bucket;
  private final Definitions definitions;
  private final Pauses pauses;
  private final Predicate<String> leavesType;
  private PausesInForce seen;

  /**
   * @param leavesType whether this node can't run any task of the type, as it found by trying
   */
  OpenFlows(String bucket, NodeContext node, Predicate<String> leavesType) {
    this.leavesType = leavesType;
    this.bucket = bucket;
    this.definitions = node.definitions();
    this.pauses = node.pauses();
    this.seen = pauses.inForce();
  }

  /** Goes by the pauses that are in force now; whether they are others than before. */
  boolean refresh() {
    PausesInForce now = pauses.inForce();
    boolean changed = now.number() != seen.number();
    seen = now;
    return changed;
  }

  boolean mayRun(Flow flow) {
    boolean known = definitions.find(flow.type()) != null && !leavesType.test(flow.type());
    return known && !isPaused(flow);
  }

  boolean isPaused(Flow flow) {
    return seen.covers(bucket, flow);
  }

  /** Whether it is paused at this moment. Any thread. */
  boolean isPausedNow(Flow flow) {
    return pauses.cover(bucket, flow);
  }
}
