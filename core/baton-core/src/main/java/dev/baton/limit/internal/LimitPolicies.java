package dev.baton.limit.internal;

import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the policies with which one node counts the limits of its definitions; for the engine.
 * Definitions that use the same name for a limit of the node share its counter. Not thread-safe.
 */
public final class LimitPolicies {
  /** The end of the error message for definitions that use one name with different values. */
  public static final String ONE_NAME =
      ". Define it in the same way for both, including perKey(), or give each its own name";

  private static volatile @Nullable Function<Limit, BookingPolicy> access;

  private final Map<String, Shared> shared = new HashMap<>();

  /**
   * The counter of a shared name, with the type and the value of the first definition that used the
   * name.
   */
  private record Shared(String type, String numbers, Object counter) {}

  /** Sets the function that returns the policy of a limit. Only {@link Limit} calls this. */
  public static void accessBy(Function<Limit, BookingPolicy> read) {
    access = read;
  }

  @SuppressWarnings("NullAway") // the class Limit calls accessBy before any limit exists
  private static BookingPolicy policy(Limit limit) {
    return access.apply(limit);
  }

  /** Returns one policy that needs a slot of each of these limits. */
  public static BookingPolicy of(Limit first, Limit... others) {
    BookingPolicy all = policy(first);
    for (Limit other : List.of(others)) {
      all = both(all, policy(other));
    }
    return all;
  }

  /** Returns one policy that needs a slot of both policies. */
  public static BookingPolicy both(BookingPolicy first, BookingPolicy second) {
    return new CombinedPolicy(first, second);
  }

  /** Returns whether the policy needs only slots of this node, and no permits of the cluster. */
  public static boolean isLocal(BookingPolicy policy) {
    return !(policy instanceof StandardPolicy standard) || standard.isLocal();
  }

  /** Returns the permits that the claim of this candidate needs from limits of the cluster. */
  public static List<Permit> permits(BookingPolicy policy, Candidate candidate) {
    return policy instanceof StandardPolicy standard ? standard.permits(candidate) : List.of();
  }

  /** Returns the current use of the limits of this node in the policy. */
  public static List<LimitsInUse.Slots> inUse(BookingPolicy policy) {
    return policy instanceof StandardPolicy standard ? standard.inUse() : List.of();
  }

  /** Returns whether one of the limits counts each key separately. */
  public static boolean isPerKey(BookingPolicy policy) {
    if (policy instanceof CombinedPolicy both) {
      return isPerKey(both.first()) || isPerKey(both.second());
    }
    return policy instanceof AdjustablePolicy limit && limit.isPerKey();
  }

  /**
   * Returns the policy with counters of this node.
   *
   * @param type the first type of the policy's definition, for error messages
   * @throws IllegalArgumentException if an earlier definition used the same name with another value
   */
  public BookingPolicy counted(String type, BookingPolicy policy) {
    if (policy instanceof CombinedPolicy both) {
      return both(counted(type, both.first()), counted(type, both.second()));
    }
    return policy instanceof AdjustablePolicy limit ? limit.counted(this, type) : policy;
  }

  /** Returns the limits of states with counters of this node; see {@link #counted}. */
  public StateLimits counted(String type, StateLimits limits) {
    Map<BookingPolicy, BookingPolicy> counted = new IdentityHashMap<>();
    return limits.with(
        policy -> counted.computeIfAbsent(policy, uncounted -> counted(type, uncounted)));
  }

  /**
   * Returns the counter of a limit: a new one, or the shared counter of its name.
   *
   * @param name null for a limit that isn't shared
   */
  public <T> T counter(
      @Nullable String name, String type, String numbers, Class<T> kind, Supplier<T> fresh) {
    if (name == null) {
      return fresh.get();
    }
    Shared one = shared.computeIfAbsent(name, unused -> new Shared(type, numbers, fresh.get()));
    if (!one.numbers().equals(numbers)) {
      throw new IllegalArgumentException(
          "The limit %s is %s for %s and %s for %s%s"
              .formatted(Texts.line(name), one.numbers(), one.type(), numbers, type, ONE_NAME));
    }
    return kind.cast(one.counter());
  }
}
