package dev.baton.limit.internal;

import dev.baton.limit.BookingPolicy;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.task.Candidate;
import dev.baton.task.internal.Permit;
import java.util.List;

/** A policy that comes with Baton. */
public interface StandardPolicy extends BookingPolicy {

  /**
   * Whether a slot of this node is all it takes. Tasks whose policy needs permits of the cluster
   * are never started by the adding node without a claim, since a claim is where they are taken.
   */
  default boolean isLocal() {
    return true;
  }

  /**
   * What the claim of this candidate must get from limits of the cluster, whether or not there is a
   * slot now: for people who ask why a task waits. Books nothing.
   */
  default List<Permit> permits(Candidate candidate) {
    return List.of();
  }

  /**
   * What is in use now of the limits of this node that it is made of, for people. Books nothing.
   */
  default List<LimitsInUse.Slots> inUse() {
    return List.of();
  }
}
