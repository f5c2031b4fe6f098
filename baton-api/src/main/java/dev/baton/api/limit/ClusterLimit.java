package dev.baton.api.limit;

import dev.baton.task.Candidate;
import dev.baton.task.Permit;
import java.util.List;
import java.util.function.Function;

/** A policy whose permits are the cluster's: a slot here, and what the claim must get besides. */
final class ClusterLimit implements BookingPolicy {
  private final BookingPolicy here;
  private final Function<Candidate, Permit> permit;

  /**
   * @param here keeps one node from booking more than the cluster has
   */
  ClusterLimit(BookingPolicy here, Function<Candidate, Permit> permit) {
    this.here = here;
    this.permit = permit;
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public List<Permit> permits(Candidate candidate) {
    return List.of(permit.apply(candidate));
  }

  @Override
  public List<LimitsInUse.Slots> inUse() {
    return here.inUse();
  }

  @Override
  public Booking book(Candidate candidate) {
    Permit needed = permit.apply(candidate);
    return here.book(candidate) instanceof Booking.Held held
        ? Booking.held(held.release(), List.of(needed))
        : full(needed);
  }

  private static Booking full(Permit needed) {
    String reason = "this node has booked all of the cluster limit " + needed.limit();
    return needed.key().isEmpty() ? Booking.typeFull(reason) : Booking.keyFull(reason);
  }
}
