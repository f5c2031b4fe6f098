package dev.baton.limit.internal;

import dev.baton.limit.BookingPolicy;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Limits of the states of a type. Immutable. */
public final class StateLimits {
  /** No limits. */
  public static final StateLimits NONE = new StateLimits(new TreeMap<>());

  private final TreeMap<String, BookingPolicy> byState;

  private StateLimits(TreeMap<String, BookingPolicy> byState) {
    this.byState = byState;
  }

  /**
   * Returns these limits and one more.
   *
   * @throws IllegalArgumentException if the policy isn't a limit of each node, or a state already
   *     has a limit
   */
  public StateLimits with(String type, Collection<String> states, BookingPolicy policy) {
    if (!LimitPolicies.isLocal(policy)) {
      // The first state is also stored as an empty string.
      String named =
          states.stream().filter(state -> !state.isEmpty()).collect(Collectors.joining(", "));
      throw new IllegalArgumentException(
          ("The limits of the states %s of type %s must be limits of each node, such as"
                  + " Limit.node(5). Limits of the cluster are not supported, because a claim does not"
                  + " know the state")
              .formatted(named, type));
    }
    TreeMap<String, BookingPolicy> more = new TreeMap<>(byState);
    for (String state : states) {
      if (more.put(state, policy) != null) {
        throw new IllegalArgumentException(
            "State '" + state + "' of type " + type + " already has limits");
      }
    }
    return new StateLimits(more);
  }

  /** Returns these limits, with each policy replaced by the result of the function. */
  StateLimits with(UnaryOperator<BookingPolicy> change) {
    TreeMap<String, BookingPolicy> changed = new TreeMap<>(byState);
    changed.replaceAll((state, policy) -> change.apply(policy));
    return byState.isEmpty() ? this : new StateLimits(changed);
  }

  /** Returns each state that has a limit, with its limit. */
  public SortedMap<String, BookingPolicy> byState() {
    return Collections.unmodifiableSortedMap(byState);
  }

  /** Returns the limit of a state; null if it has none. */
  public @Nullable BookingPolicy of(String state) {
    return byState.get(state);
  }
}
