package dev.baton.tck.simulation;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.internal.GrantedSlot;

/** Counts the slots that a policy gave, and checks that each is released exactly once. */
final class SlotCount {
  private final Violations violations;
  private final SimulatedNode node;
  private final String type;
  private int held;

  SlotCount(Violations violations, SimulatedNode node, String type) {
    this.violations = violations;
    this.node = node;
    this.type = type;
  }

  BookingPolicy of(BookingPolicy inner) {
    return candidate -> {
      Booking booking = inner.book(candidate);
      if (!(booking instanceof GrantedSlot given)) {
        return booking;
      }
      held++;
      boolean[] back = new boolean[1];
      return Booking.held(
          () -> {
            if (back[0]) {
              violations.report("a slot of " + type + " on " + node + " is released twice");
            }
            back[0] = true;
            held--;
            given.release().run();
          });
    };
  }

  int held() {
    return held;
  }

  @Override
  public String toString() {
    return type + " on " + node;
  }
}
