package dev.baton.api;

import dev.baton.task.Candidate;

/**
 * Decides whether a candidate may run now. Called by many threads at once; must never block or do
 * I/O.
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

  /** Both must agree; a slot of the first is given back when the second refuses. */
  default BookingPolicy and(BookingPolicy other) {
    return new BothPolicies(this, other);
  }
}
