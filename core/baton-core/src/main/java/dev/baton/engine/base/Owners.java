package dev.baton.engine.base;

import dev.baton.task.rule.NodeStart;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the owners of this node's claims. Each claim gets a new owner; tasks that this node inserts
 * under a new id and claims in the same insert share one. So this node never holds the same task
 * twice under the same owner. Thread-safe.
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

  /** Returns the owner that identifies this node as a member of the cluster. */
  public UUID node() {
    return nodeStart.firstOwner();
  }

  /**
   * Returns the owner of tasks that are claimed in their insert under a new id of this node. Such
   * an id is never used again. One shared owner lets the completer finish many tasks with one
   * statement.
   */
  public UUID ofNewIds() {
    return ofNewIds;
  }

  /** Returns an owner that was never used before. */
  public UUID next() {
    return nodeStart.owner(claims.incrementAndGet());
  }
}
