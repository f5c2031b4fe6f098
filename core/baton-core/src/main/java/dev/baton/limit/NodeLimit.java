package dev.baton.limit;

import dev.baton.limit.internal.AdjustablePolicy;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.task.row.Candidate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the number of tasks at a time on this node, with extra slots for urgent tasks.
 * Thread-safe.
 */
final class NodeLimit implements AdjustablePolicy {
  private final @Nullable String name;
  private final int slots;
  private final int extra;
  private final int urgentUpTo;
  private final AtomicInteger used;
  private final Runnable release;

  /**
   * Creates the limit with a new counter.
   *
   * @param name name under which several definitions share the counter; null if they don't share it
   */
  NodeLimit(@Nullable String name, int slots, int extra, int urgentUpTo) {
    this(name, slots, extra, urgentUpTo, new AtomicInteger());
  }

  private NodeLimit(
      @Nullable String name, int slots, int extra, int urgentUpTo, AtomicInteger used) {
    this.name = name;
    this.slots = slots;
    this.extra = extra;
    this.urgentUpTo = urgentUpTo;
    this.used = used;
    this.release = used::decrementAndGet;
  }

  @Override
  public LimitNumbers.Part part() {
    return new LimitNumbers.Part(
        Kind.NODE_SLOTS, null, new OverrideValue.Slots(slots), numbers(), used);
  }

  private String numbers() {
    return extra == 0
        ? String.valueOf(slots)
        : slots + " and " + extra + " for priorities up to " + urgentUpTo;
  }

  @Override
  public NodeLimit with(OverrideValue value) {
    int wanted = ((OverrideValue.Slots) value).slots();
    int more = Math.min(extra, Integer.MAX_VALUE - wanted);
    return new NodeLimit(name, wanted, more, urgentUpTo, used);
  }

  @Override
  public NodeLimit counted(LimitPolicies node, String type) {
    AtomicInteger counter =
        node.counter(name, type, numbers(), AtomicInteger.class, AtomicInteger::new);
    return new NodeLimit(name, slots, extra, urgentUpTo, counter);
  }

  /** Returns the number of slots for a task of the candidate's priority. */
  int slotsFor(Candidate candidate) {
    return candidate.priority() <= urgentUpTo ? slots + extra : slots;
  }

  @Override
  public boolean isPerKey() {
    return false;
  }

  @Override
  public Booking book(Candidate candidate) {
    int limit = slotsFor(candidate);
    int before = used.getAndUpdate(count -> count < limit ? count + 1 : count);
    return before < limit
        ? Booking.held(release)
        : Booking.definitionFull("limit " + before + "/" + limit + " on this node");
  }

  @Override
  public List<LimitsInUse.Slots> inUse() {
    String limit = name == null ? "this node" : name + " on this node";
    return List.of(new LimitsInUse.Slots(limit, used.get(), slots + extra));
  }
}
