package dev.baton.limit.internal;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import java.util.ArrayList;
import java.util.List;

/**
 * Two policies that must both grant a slot. If the second refuses, the slot of the first is freed.
 */
record CombinedPolicy(BookingPolicy first, BookingPolicy second) implements StandardPolicy {

  @Override
  public boolean isLocal() {
    return LimitPolicies.isLocal(first) && LimitPolicies.isLocal(second);
  }

  @Override
  public List<Permit> permits(Candidate candidate) {
    List<Permit> permits = new ArrayList<>(LimitPolicies.permits(first, candidate));
    permits.addAll(LimitPolicies.permits(second, candidate));
    return permits;
  }

  @Override
  public List<LimitsInUse.Slots> inUse() {
    List<LimitsInUse.Slots> both = new ArrayList<>(LimitPolicies.inUse(first));
    both.addAll(LimitPolicies.inUse(second));
    return both;
  }

  @Override
  public Booking book(Candidate candidate) {
    Booking one = first.book(candidate);
    if (!(one instanceof GrantedSlot granted)) {
      return one;
    }
    Booking other;
    try {
      other = second.book(candidate);
    } catch (Throwable broken) {
      granted.release().run();
      throw broken;
    }
    if (!(other instanceof GrantedSlot also)) {
      granted.release().run();
      return other;
    }
    List<Permit> permits = new ArrayList<>(granted.permits());
    permits.addAll(also.permits());
    return new GrantedSlot(() -> releaseBoth(granted, also), permits);
  }

  private static void releaseBoth(GrantedSlot granted, GrantedSlot also) {
    try {
      also.release().run();
    } finally {
      granted.release().run();
    }
  }
}
