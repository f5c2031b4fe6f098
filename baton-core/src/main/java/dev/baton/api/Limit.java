package dev.baton.api;

import dev.baton.task.Candidate;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counting limits on what runs on one node. A limit counts all that book with it: share one object
 * among definitions to limit them together. Thread-safe.
 */
public final class Limit {
  private Limit() {}

  /** No limit of its own; the node's limit holds all the same. */
  public static BookingPolicy none() {
    Booking free = Booking.held(() -> {});
    return candidate -> free;
  }

  /** At most this many at a time on this node. */
  public static BookingPolicy perNode(int slots) {
    return perNode(slots, 0, -1);
  }

  /**
   * At most this many at a time on this node, stretched for urgent tasks.
   *
   * @param slots for every priority
   * @param extra more slots, for urgent tasks only
   * @param urgentUpTo the least urgent priority that may use the extra slots
   */
  public static BookingPolicy perNode(int slots, int extra, int urgentUpTo) {
    requireSlots(slots);
    if (extra < 0 || extra > Integer.MAX_VALUE - slots) {
      throw new IllegalArgumentException("A limit can't be stretched by " + extra + " slots");
    }
    AtomicInteger used = new AtomicInteger();
    Runnable release = used::decrementAndGet;
    return candidate -> {
      int limit = candidate.priority() <= urgentUpTo ? slots + extra : slots;
      return take(used, limit)
          ? Booking.held(release)
          : Booking.typeFull("limit " + limit + "/" + limit + " on this node");
    };
  }

  /** At most this many at a time on this node for each key. */
  public static BookingPolicy perKey(int slots) {
    requireSlots(slots);
    ConcurrentMap<String, Integer> used = new ConcurrentHashMap<>();
    return candidate -> bookKey(used, candidate, slots);
  }

  private static Booking bookKey(
      ConcurrentMap<String, Integer> used, Candidate candidate, int slots) {
    String key = candidate.flow().key();
    boolean[] taken = new boolean[1];
    used.compute(
        key,
        (name, count) -> {
          int now = count == null ? 0 : count;
          taken[0] = now < slots;
          return taken[0] ? now + 1 : now;
        });
    if (!taken[0]) {
      return Booking.keyFull(
          "limit " + slots + "/" + slots + " for key '" + key + "' on this node");
    }
    // A key without a slot in use leaves the map: keys come and go for ever.
    return Booking.held(
        () -> used.computeIfPresent(key, (name, count) -> count == 1 ? null : count - 1));
  }

  private static boolean take(AtomicInteger used, int limit) {
    int before = used.getAndUpdate(count -> count < limit ? count + 1 : count);
    return before < limit;
  }

  private static void requireSlots(int slots) {
    if (slots < 1) {
      throw new IllegalArgumentException("A limit needs at least one slot, not " + slots);
    }
  }
}
