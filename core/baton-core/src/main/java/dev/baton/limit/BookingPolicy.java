package dev.baton.limit;

import dev.baton.task.Candidate;
import dev.baton.task.internal.Permit;
import java.util.List;

/**
 * A limit that you implement, for {@link Limit#custom}: decides whether a candidate may run now. It
 * must be thread-safe and must never block or do I/O. If it throws, the tasks of the candidate's
 * key wait, and Baton asks again after a second.
 */
@FunctionalInterface
public interface BookingPolicy {

  /** Books a slot for the candidate or refuses it. */
  Booking book(Candidate candidate);

  /**
   * Returns whether a task needs only a slot of this node. If a policy also needs permits of the
   * cluster, the node that adds a task never starts it without a claim, because the claim takes the
   * permits.
   */
  default boolean isLocal() {
    return true;
  }

  /**
   * Returns the permits that the claim of this candidate needs from limits of the cluster, even if
   * no slot is free now. Baton uses it to explain why a task waits. Books nothing.
   */
  default List<Permit> permits(Candidate candidate) {
    return List.of();
  }

  /**
   * Returns the current use of the limits of this node in this policy, for people; empty if the
   * policy doesn't know it. Books nothing.
   */
  default List<LimitsInUse.Slots> inUse() {
    return List.of();
  }
}
