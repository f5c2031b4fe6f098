package dev.baton.api.limit;

import dev.baton.api.override.OverrideTarget.Kind;
import dev.baton.api.override.OverrideValue;
import dev.baton.task.Candidate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** So many at a time on this node; a few more for what is urgent. Thread-safe. */
final class NodeLimit implements AdjustablePolicy {
  private final int slots;
  private final int extra;
  private final int urgentUpTo;
  private final AtomicInteger used;
  private final Runnable release;

  NodeLimit(int slots, int extra, int urgentUpTo) {
    this(slots, extra, urgentUpTo, new AtomicInteger());
  }

  private NodeLimit(int slots, int extra, int urgentUpTo, AtomicInteger used) {
    this.slots = slots;
    this.extra = extra;
    this.urgentUpTo = urgentUpTo;
    this.used = used;
    this.release = used::decrementAndGet;
  }

  @Override
  public LimitNumbers.Part part() {
    return new LimitNumbers.Part(Kind.NODE_SLOTS, null, new OverrideValue.Slots(slots), used);
  }

  @Override
  public NodeLimit with(OverrideValue value) {
    int wanted = ((OverrideValue.Slots) value).slots();
    return new NodeLimit(wanted, Math.min(extra, Integer.MAX_VALUE - wanted), urgentUpTo, used);
  }

  /** How many there are for a task this urgent. */
  int slotsFor(Candidate candidate) {
    return candidate.priority() <= urgentUpTo ? slots + extra : slots;
  }

  @Override
  public Booking book(Candidate candidate) {
    int limit = slotsFor(candidate);
    int before = used.getAndUpdate(count -> count < limit ? count + 1 : count);
    return before < limit
        ? Booking.held(release)
        : Booking.typeFull("limit " + before + "/" + limit + " on this node");
  }

  @Override
  public List<LimitsInUse.Slots> inUse() {
    return List.of(new LimitsInUse.Slots("this node", used.get(), slots + extra));
  }
}
