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

  /** Both must agree; a slot of the first is given back when the second refuses. */
  default BookingPolicy and(BookingPolicy other) {
    return candidate -> {
      Booking first = book(candidate);
      if (!(first instanceof Booking.Held held)) {
        return first;
      }
      Booking second;
      try {
        second = other.book(candidate);
      } catch (Throwable broken) {
        held.release().run();
        throw broken;
      }
      if (!(second instanceof Booking.Held also)) {
        held.release().run();
        return second;
      }
      return Booking.held(
          () -> {
            try {
              also.release().run();
            } finally {
              held.release().run();
            }
          });
    };
  }
}
