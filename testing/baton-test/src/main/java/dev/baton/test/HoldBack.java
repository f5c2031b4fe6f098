package dev.baton.test;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.task.row.Candidate;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The task types that the test holds back: their tasks don't start until the test releases them.
 * Thread-safe.
 */
final class HoldBack implements BookingPolicy {
  private final Set<String> types = new ConcurrentSkipListSet<>();

  void hold(String type) {
    types.add(type);
  }

  void letGo(String type) {
    types.remove(type);
  }

  boolean holds(String type) {
    return types.contains(type);
  }

  @Override
  public Booking book(Candidate candidate) {
    return holds(candidate.flow().type())
        ? Booking.typeFull("the test holds back tasks of type " + candidate.flow().type())
        : Booking.held(() -> {});
  }
}
