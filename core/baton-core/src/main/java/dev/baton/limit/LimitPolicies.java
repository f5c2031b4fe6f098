package dev.baton.limit;

import dev.baton.task.internal.Texts;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The policies by which one node counts the limits of its definitions; for the engine. Definitions
 * that use one name of a limit of the node share its counter. Not thread-safe.
 */
public final class LimitPolicies {
  private final Map<String, Shared> shared = new HashMap<>();

  /** The counter of a name, and what was first said of it. */
  private record Shared(String type, String numbers, Object counter) {}

  /** One policy that needs a slot of each of these limits. */
  public static BookingPolicy of(Limit first, Limit... others) {
    BookingPolicy all = first.policy();
    for (Limit other : List.of(others)) {
      all = both(all, other.policy());
    }
    return all;
  }

  /** One policy that needs a slot of both. */
  public static BookingPolicy both(BookingPolicy first, BookingPolicy second) {
    return new CombinedPolicy(first, second);
  }

  /** Returns whether one of the limits counts for each key on its own. */
  public static boolean isPerKey(BookingPolicy policy) {
    if (policy instanceof CombinedPolicy both) {
      return isPerKey(both.first()) || isPerKey(both.second());
    }
    return policy instanceof AdjustablePolicy limit && limit.isPerKey();
  }

  /**
   * The policy with counters of this node.
   *
   * @param type the first type of its definition, for errors
   * @throws IllegalArgumentException if an earlier definition gave the same name other numbers
   */
  public BookingPolicy counted(String type, BookingPolicy policy) {
    if (policy instanceof CombinedPolicy both) {
      return both(counted(type, both.first()), counted(type, both.second()));
    }
    return policy instanceof AdjustablePolicy limit ? limit.counted(this, type) : policy;
  }

  /** The limits of states with counters of this node; see {@link #counted}. */
  public StateLimits counted(String type, StateLimits limits) {
    Map<BookingPolicy, BookingPolicy> counted = new IdentityHashMap<>();
    return limits.with(
        policy -> counted.computeIfAbsent(policy, uncounted -> counted(type, uncounted)));
  }

  /**
   * The counter of a limit: a new one, or that of the name.
   *
   * @param name null for a limit that nothing shares
   */
  <T> T counter(
      @Nullable String name, String type, String numbers, Class<T> kind, Supplier<T> fresh) {
    if (name == null) {
      return fresh.get();
    }
    Shared one = shared.computeIfAbsent(name, unused -> new Shared(type, numbers, fresh.get()));
    if (!one.numbers().equals(numbers)) {
      throw new IllegalArgumentException(
          "The limit %s is %s for %s and %s for %s: give it one number, or give each its own name"
              .formatted(Texts.line(name), one.numbers(), one.type(), numbers, type));
    }
    return kind.cast(one.counter());
  }
}
