package dev.baton.engine.base;

import dev.baton.task.rule.NodeStart;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the owners of this node's claims. An owner is the id that a claim writes to the rows of
 * its tasks. Each claim gets a new owner, with one exception: all tasks that are claimed in their
 * insert under a new id share one owner. Still, this node never claims the same task twice under
 * the same owner, because such an id is new. Thread-safe.
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

  /** Returns this node's id in the cluster. It has the form of an owner, but no claim uses it. */
  public UUID node() {
    return nodeStart.firstOwner();
  }

  /**
   * Returns the owner of tasks that are claimed in the insert that adds them, if Baton creates
   * their ids. Such an id is never used again. If all tasks of a claim have one owner, the
   * completer can finish many of them with one statement.
   */
  public UUID ofNewIds() {
    return ofNewIds;
  }

  /** Returns a new owner. */
  public UUID next() {
    return nodeStart.owner(claims.incrementAndGet());
  }
}
