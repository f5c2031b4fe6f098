package dev.baton.handler.internal;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.task.row.Candidate;
import java.util.function.BooleanSupplier;

/**
 * A policy that refuses tasks while the application's check says that this node can't run their
 * type. Other nodes then run them.
 */
record RunsHere(BooleanSupplier now) implements BookingPolicy {

  /**
   * Returns whether this node can probably run the type. Code that adds tasks calls this method. If
   * the check throws, returns false: booking a slot calls the check again and logs its exception.
   */
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
