package dev.baton.handler.internal;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.task.row.Candidate;
import java.util.function.BooleanSupplier;

/**
 * A policy that refuses tasks while the application's check returns that this node can't run their
 * type. Other nodes then run the tasks.
 */
record RunsHere(BooleanSupplier now) implements BookingPolicy {

  /**
   * Returns whether this node can probably run the type. The add of a task calls this method. If
   * the check throws, returns false: the booking of a slot calls the check again and logs its
   * exception.
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
