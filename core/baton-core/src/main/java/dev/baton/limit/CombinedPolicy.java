package dev.baton.limit;

import dev.baton.task.Candidate;
import dev.baton.task.internal.Permit;
import java.util.ArrayList;
import java.util.List;

/**
 * Two policies that must both grant a slot. If the second refuses, the slot of the first is freed.
 */
record CombinedPolicy(BookingPolicy first, BookingPolicy second) implements BookingPolicy {

  @Override
  public boolean isLocal() {
    return first.isLocal() && second.isLocal();
  }

  @Override
  public List<Permit> permits(Candidate candidate) {
    List<Permit> permits = new ArrayList<>(first.permits(candidate));
    permits.addAll(second.permits(candidate));
    return permits;
  }

  @Override
  public List<LimitsInUse.Slots> inUse() {
    List<LimitsInUse.Slots> both = new ArrayList<>(first.inUse());
    both.addAll(second.inUse());
    return both;
  }

  @Override
  public Booking book(Candidate candidate) {
    Booking one = first.book(candidate);
    if (!(one instanceof Booking.Granted held)) {
      return one;
    }
    Booking other;
    try {
      other = second.book(candidate);
    } catch (Throwable broken) {
      held.release().run();
      throw broken;
    }
    if (!(other instanceof Booking.Granted also)) {
      held.release().run();
      return other;
    }
    List<Permit> permits = new ArrayList<>(held.permits());
    permits.addAll(also.permits());
    return Booking.held(() -> releaseBoth(held, also), permits);
  }

  private static void releaseBoth(Booking.Granted held, Booking.Granted also) {
    try {
      also.release().run();
    } finally {
      held.release().run();
    }
  }
}
