package dev.baton.limit.internal;

import dev.baton.limit.BookingPolicy;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import java.util.List;

/** A policy that comes with Baton. */
public interface StandardPolicy extends BookingPolicy {

  /**
   * Returns whether a task needs only a slot of this node. If a task also needs permits of the
   * cluster, the node that adds it doesn't claim it in the same insert, because an insert takes no
   * permits.
   */
  default boolean isLocal() {
    return true;
  }

  /**
   * Returns the permits that the claim of this candidate needs from limits of the cluster, even if
   * no slot is free now. Books nothing. Baton uses the permits to explain why a task waits.
   */
  default List<Permit> permits(Candidate candidate) {
    return List.of();
  }

  /**
   * Returns how many slots of this policy's limits are in use on this node, for display. Books
   * nothing.
   */
  default List<LimitsInUse.Slots> inUse() {
    return List.of();
  }
}
