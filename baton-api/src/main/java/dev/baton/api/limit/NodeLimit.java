package dev.baton.api.limit;

import dev.baton.task.Candidate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** So many at a time on this node; a few more for what is urgent. Thread-safe. */
final class NodeLimit implements BookingPolicy {
  private final int slots;
  private final int extra;
  private final int urgentUpTo;
  private final AtomicInteger used = new AtomicInteger();
  private final Runnable release = used::decrementAndGet;

  NodeLimit(int slots, int extra, int urgentUpTo) {
    this.slots = slots;
    this.extra = extra;
    this.urgentUpTo = urgentUpTo;
  }

  @Override
  public Booking book(Candidate candidate) {
    int limit = candidate.priority() <= urgentUpTo ? slots + extra : slots;
    int before = used.getAndUpdate(count -> count < limit ? count + 1 : count);
    return before < limit
        ? Booking.held(release)
        : Booking.typeFull("limit " + limit + "/" + limit + " on this node");
  }

  @Override
  public List<LimitsInUse.Slots> inUse() {
    return List.of(new LimitsInUse.Slots("this node", used.get(), slots + extra));
  }
}
