package dev.baton.limit.internal;

import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and replaces the values of the limits that {@link Limit} creates: their slots or rates. For
 * the engine. A policy that the application implements has no such value.
 */
public final class LimitNumbers {
  /** Last words of the value of a limit that counts each key separately. */
  public static final String FOR_EACH_KEY = " for each key";

  private LimitNumbers() {}

  /**
   * A limit that a policy contains, and its value.
   *
   * @param limit the name of a limit of the cluster; null for a limit of each node
   * @param numbers the value of the limit as text for display, such as "5 for each key"
   * @param counter the shared counter: the same object for all limits that count together
   */
  public record Part(
      OverrideTarget.Kind kind,
      @Nullable String limit,
      OverrideValue value,
      String numbers,
      Object counter) {}

  /** Returns the limits of a policy that have a value. */
  public static List<Part> of(BookingPolicy policy) {
    List<Part> parts = new ArrayList<>();
    if (policy instanceof CombinedPolicy both) {
      parts.addAll(of(both.first()));
      parts.addAll(of(both.second()));
    } else if (policy instanceof AdjustablePolicy numbered) {
      parts.add(numbered.part());
    }
    return parts;
  }

  /**
   * Returns a copy of the policy in which some limits have new values. The limits keep their
   * counters.
   *
   * @param numbers returns the new value of a limit, or null to keep its value
   */
  public static BookingPolicy with(
      BookingPolicy policy, Function<Part, @Nullable OverrideValue> numbers) {
    if (policy instanceof CombinedPolicy both) {
      BookingPolicy first = with(both.first(), numbers);
      BookingPolicy second = with(both.second(), numbers);
      boolean same = first == both.first() && second == both.second();
      return same ? policy : new CombinedPolicy(first, second);
    }
    if (policy instanceof AdjustablePolicy numbered) {
      OverrideValue value = numbers.apply(numbered.part());
      return value == null ? policy : numbered.with(value);
    }
    return policy;
  }
}
