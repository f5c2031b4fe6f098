package dev.baton.limit;

import dev.baton.task.row.Candidate;

/**
 * A limit that you implement, for {@link Limit#custom}. It decides whether a candidate may run now.
 * It must be thread-safe and must never block or do I/O. If it throws, the tasks with the
 * candidate's type and key wait, and Baton calls the policy again after a second.
 */
@FunctionalInterface
public interface BookingPolicy {

  /** Books a slot for the candidate, or refuses a slot. */
  Booking book(Candidate candidate);
}
