package dev.baton.handler.internal;

import dev.baton.handler.Retry;
import dev.baton.handler.RetryPolicy;
import dev.baton.operate.override.OverrideValue;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and replaces the numbers of retry policies. Operators see these numbers and may override
 * them.
 */
public final class RetryNumbers {
  private static volatile @Nullable Function<Retry, Optional<OverrideValue.Backoff>> reader;
  private static volatile @Nullable BiFunction<Retry, OverrideValue.Backoff, Retry> changer;

  private RetryNumbers() {}

  /** Sets how policies are read and changed. Only {@link Retry} itself calls this. */
  public static void accessBy(
      Function<Retry, Optional<OverrideValue.Backoff>> read,
      BiFunction<Retry, OverrideValue.Backoff, Retry> change) {
    reader = read;
    changer = change;
  }

  /**
   * Returns the numbers of a policy. Empty for a policy that continues with another one, and for a
   * policy that the application implements. The policies for error classes are not included.
   */
  @SuppressWarnings("NullAway") // Retry calls accessBy before any policy exists
  public static Optional<OverrideValue.Backoff> of(RetryPolicy<?> policy) {
    return policy instanceof Retry own ? reader.apply(own) : Optional.empty();
  }

  /**
   * Returns a copy of the policy with these numbers; see {@link #of}. The copy keeps the jitter and
   * the policies for error classes. A policy without numbers is returned unchanged.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  @SuppressWarnings("NullAway") // as above
  public static RetryPolicy<Object> with(
      RetryPolicy<Object> policy, OverrideValue.Backoff numbers) {
    return policy instanceof Retry own && of(own).isPresent()
        ? changer.apply(own, numbers)
        : policy;
  }
}
