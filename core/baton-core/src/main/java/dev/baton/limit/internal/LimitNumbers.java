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
 * Reads and replaces the numbers of the limits that {@link Limit} creates; for the engine. An
 * application's own policy has no numbers.
 */
public final class LimitNumbers {
  /** End of the numbers of a limit that counts each key separately. */
  public static final String FOR_EACH_KEY = " for each key";

  private LimitNumbers() {}

  /**
   * A limit that a policy contains, and its numbers.
   *
   * @param limit the name of a limit of the cluster; null for a limit of each node
   * @param numbers all numbers of the limit, as text for people, such as "5 for each key"
   * @param counter the shared counter: the same object for all limits that count together
   */
  public record Part(
      OverrideTarget.Kind kind,
      @Nullable String limit,
      OverrideValue value,
      String numbers,
      Object counter) {}

  /** Returns those limits of a policy that have numbers. */
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
   * Returns the policy with other numbers. Its limits keep their counters.
   *
   * @param numbers returns the new number of a part; null to keep its number
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
