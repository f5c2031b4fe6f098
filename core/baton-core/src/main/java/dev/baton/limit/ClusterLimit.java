package dev.baton.limit;

import dev.baton.limit.internal.AdjustablePolicy;
import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import java.util.List;

/**
 * A limit on the number of tasks at a time in the cluster. This node books a slot of its local
 * counter, and the claim must also get a permit in the database.
 */
final class ClusterLimit implements AdjustablePolicy {
  private final String name;
  private final AdjustablePolicy here;

  /**
   * Creates the limit.
   *
   * @param here the counter of this node, which prevents it from booking more slots than the
   *     cluster has
   */
  ClusterLimit(String name, AdjustablePolicy here) {
    this.name = name;
    this.here = here;
  }

  @Override
  public LimitNumbers.Part part() {
    LimitNumbers.Part part = here.part();
    return new LimitNumbers.Part(
        Kind.CLUSTER_SLOTS, name, part.value(), part.numbers(), part.counter());
  }

  @Override
  public ClusterLimit with(OverrideValue value) {
    return new ClusterLimit(name, here.with(value));
  }

  @Override
  public ClusterLimit counted(LimitPolicies node, String type) {
    return new ClusterLimit(name, here.counted(node, type));
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public List<Permit> permits(Candidate candidate) {
    return List.of(permit(candidate));
  }

  private Permit permit(Candidate candidate) {
    return here instanceof KeyLimit perKey
        ? new Permit.Slot(name, RateLimit.keyOf(candidate), perKey.slots())
        : new Permit.Slot(name, "", ((NodeLimit) here).slotsFor(candidate));
  }

  @Override
  public List<LimitsInUse.Slots> inUse() {
    return here.inUse();
  }

  @Override
  public boolean isPerKey() {
    return here.isPerKey();
  }

  @Override
  public Booking book(Candidate candidate) {
    Permit needed = permit(candidate);
    return here.book(candidate) instanceof GrantedSlot granted
        ? new GrantedSlot(granted.release(), List.of(needed))
        : full(needed);
  }

  private static Booking full(Permit needed) {
    String reason = "this node has booked all slots of the cluster limit " + needed.limit();
    return needed.key().isEmpty() ? Booking.definitionFull(reason) : Booking.keyFull(reason);
  }
}
