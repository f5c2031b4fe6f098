package dev.baton.limit;

import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and replaces the numbers of the limits that {@link Limit} makes; for the engine. A policy
 * that is a program of its own has none.
 */
public final class LimitNumbers {
  private LimitNumbers() {}

  /**
   * One limit of a policy.
   *
   * @param limit the name of a limit of the cluster; null for one of each node
   * @param counter the same object for all that count together
   */
  public record Part(
      OverrideTarget.Kind kind, @Nullable String limit, OverrideValue value, Object counter) {}

  /** The limits that it is made of and that have numbers. */
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
   * The policy with other numbers, whose limits count on with what they have counted.
   *
   * @param numbers null for a part that keeps its own
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
