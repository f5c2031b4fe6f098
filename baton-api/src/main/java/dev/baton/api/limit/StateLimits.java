package dev.baton.api.limit;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The limits of a type's states. Immutable. */
public final class StateLimits {
  /** No state has one. */
  public static final StateLimits NONE = new StateLimits(Map.of());

  private final Map<String, BookingPolicy> byState;

  private StateLimits(Map<String, BookingPolicy> byState) {
    this.byState = byState;
  }

  /**
   * These, and one more.
   *
   * @throws IllegalArgumentException when it is no limit of a node, or a state has one already
   */
  public StateLimits with(String type, Collection<String> states, BookingPolicy policy) {
    if (!policy.isLocal()) {
      throw new IllegalArgumentException(
          ("The limit of the states %s of %s must be one of each node: limits of the cluster are"
                  + " taken by the claim, which doesn't know the state")
              .formatted(states, type));
    }
    Map<String, BookingPolicy> more = new TreeMap<>(byState);
    for (String state : states) {
      if (more.put(state, policy) != null) {
        throw new IllegalArgumentException("State '" + state + "' of " + type + " has two limits");
      }
    }
    return new StateLimits(more);
  }

  /** The limit of a state; null when it has none. */
  public @Nullable BookingPolicy of(String state) {
    return byState.get(state);
  }
}
