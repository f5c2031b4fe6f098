package dev.baton.limit;

import dev.baton.task.Candidate;
import dev.baton.task.internal.Permit;
import java.util.List;

/**
 * A limit of your own, for {@link Limit#custom}: decides whether a candidate may run now. Many
 * threads call it at once; it must never block or do I/O. If it throws, the tasks of the
 * candidate's key wait, and Baton asks again after a second.
 */
@FunctionalInterface
public interface BookingPolicy {

  /** Books a slot for the candidate, or refuses. */
  Booking book(Candidate candidate);

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
   * What is in use now of the limits of this node that it is made of, for people; empty where it
   * can't tell. Books nothing.
   */
  default List<LimitsInUse.Slots> inUse() {
    return List.of();
  }
}
