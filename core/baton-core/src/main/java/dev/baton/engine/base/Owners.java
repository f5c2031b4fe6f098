package dev.baton.engine.base;

import dev.baton.task.rule.NodeStart;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the owners of this node's claims. Each claim has a new owner; all tasks under local
 * dispatch whose ids this node made share one. So this node never holds the same task twice under
 * the same owner. Thread-safe.
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
