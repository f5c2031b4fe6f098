package dev.baton.handler.internal;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.task.Candidate;
import java.util.function.BooleanSupplier;

/** Refuses while this node can't run the type: its tasks are left to others. */
record RunsHere(BooleanSupplier now) implements BookingPolicy {

  /** A guess for adders: what throws is asked again, and logged, when a slot is booked. */
  boolean probably() {
    try {
      return now.getAsBoolean();
    } catch (RuntimeException broken) {
      return false;
    }
  }

  @Override
  public Booking book(Candidate candidate) {
    return now.getAsBoolean()
        ? Booking.held(() -> {})
        : Booking.typeFull("this node can't run " + candidate.flow().type() + " now");
  }
}
