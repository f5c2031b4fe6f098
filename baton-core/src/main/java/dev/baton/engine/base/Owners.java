package dev.baton.engine.base;

import dev.baton.task.rule.NodeStart;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The owners under which this node takes tasks: a new one for each claim, and one for all tasks
 * that are claimed by their insert under an id made here, so that no two holdings of a task by this
 * node carry the same fence. Thread-safe.
 */
public final class Owners {
  private final NodeStart nodeStart;
  private final AtomicLong claims = new AtomicLong();
  private final UUID ofNewIds;

  public Owners(NodeStart nodeStart) {
    this.nodeStart = nodeStart;
    this.ofNewIds = next();
  }

  public NodeStart nodeStart() {
    return nodeStart;
  }

  /** This node, where it is asked for as such and not as a holder. */
  public UUID node() {
    return nodeStart.firstOwner();
  }

  /**
   * Of tasks that are claimed by their insert under an id made by this node, which is never made
   * again: that they have one guard lets many be finished as one.
   */
  public UUID ofNewIds() {
    return ofNewIds;
  }

  /** An owner never used before. */
  public UUID next() {
    return nodeStart.owner(claims.incrementAndGet());
  }
}
