package dev.baton.limit;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The limits of a type's states. Immutable. */
public final class StateLimits {
  /** No state has one. */
  public static final StateLimits NONE = new StateLimits(new TreeMap<>());

  private final TreeMap<String, BookingPolicy> byState;

  private StateLimits(TreeMap<String, BookingPolicy> byState) {
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
          ("The limits of the states %s of %s must be limits of each node: the claim takes those of"
                  + " the cluster, and it doesn't know the state")
              .formatted(states, type));
    }
    TreeMap<String, BookingPolicy> more = new TreeMap<>(byState);
    for (String state : states) {
      if (more.put(state, policy) != null) {
        throw new IllegalArgumentException(
            "State '" + state + "' of " + type + " has limits already");
      }
    }
    return new StateLimits(more);
  }

  /** These, each changed. */
  StateLimits with(UnaryOperator<BookingPolicy> change) {
    TreeMap<String, BookingPolicy> changed = new TreeMap<>(byState);
    changed.replaceAll((state, policy) -> change.apply(policy));
    return byState.isEmpty() ? this : new StateLimits(changed);
  }

  /** Each state that has one, with its limit. */
  public SortedMap<String, BookingPolicy> byState() {
    return Collections.unmodifiableSortedMap(byState);
  }

  /** The limit of a state; null when it has none. */
  public @Nullable BookingPolicy of(String state) {
    return byState.get(state);
  }
}
