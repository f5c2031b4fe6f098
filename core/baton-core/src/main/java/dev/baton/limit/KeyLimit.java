package dev.baton.limit;

import dev.baton.limit.internal.AdjustablePolicy;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.task.row.Candidate;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** A limit on the number of tasks at a time on this node, for each key. Thread-safe. */
final class KeyLimit implements AdjustablePolicy {
  /** Maximum number of keys that {@link #inUse} returns: those with the most slots in use. */
  private static final int MAX_TOLD = 20;

  private final @Nullable String name;
  private final int slots;
  private final ConcurrentMap<String, Integer> used;

  /**
   * Creates the limit with a new counter.
   *
   * @param name name under which several definitions share the counter; null if they don't share it
   */
  KeyLimit(@Nullable String name, int slots) {
    this(name, slots, new ConcurrentHashMap<>());
  }

  private KeyLimit(@Nullable String name, int slots, ConcurrentMap<String, Integer> used) {
    this.name = name;
    this.slots = slots;
    this.used = used;
  }

  @Override
  public LimitNumbers.Part part() {
    return new LimitNumbers.Part(
        Kind.KEY_SLOTS, null, new OverrideValue.Slots(slots), numbers(), used);
  }

  private String numbers() {
    return slots + LimitNumbers.FOR_EACH_KEY;
  }

  @Override
  public KeyLimit with(OverrideValue value) {
    return new KeyLimit(name, ((OverrideValue.Slots) value).slots(), used);
  }

  @Override
  @SuppressWarnings("unchecked") // each limit per key has such a counter
  public KeyLimit counted(LimitPolicies node, String type) {
    return new KeyLimit(
        name,
        slots,
        node.counter(name, type, numbers(), ConcurrentMap.class, ConcurrentHashMap::new));
  }

  int slots() {
    return slots;
  }

  @Override
  public boolean isPerKey() {
    return true;
  }

  @Override
  public Booking book(Candidate candidate) {
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
    // Remove a key that has no slot in use: otherwise the map would grow with each new key.
    return Booking.held(
        () -> used.computeIfPresent(key, (name, count) -> count == 1 ? null : count - 1));
  }

  @Override
  public List<LimitsInUse.Slots> inUse() {
    return used.entrySet().stream()
        .filter(one -> one.getValue() > 0)
        .map(one -> new LimitsInUse.Slots("key '" + one.getKey() + "'", one.getValue(), slots))
        .sorted(
            Comparator.comparingInt(LimitsInUse.Slots::used)
                .reversed()
                .thenComparing(LimitsInUse.Slots::limit))
        .limit(MAX_TOLD)
        .toList();
  }
}
