package dev.baton.handler;

import dev.baton.handler.internal.FailedAttempt;
import dev.baton.handler.internal.RetryNumbers;
import dev.baton.operate.override.OverrideValue;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A retry policy with a fixed or growing delay. Immutable: each method returns a changed copy, and
 * the order of calls doesn't matter. If you call a method twice, the second call counts.
 */
public final class Retry implements RetryPolicy<Object> {
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final double MAX_MILLIS = LONGEST.toMillis();
  private static final int USUAL_ATTEMPTS = 10;

  static {
    RetryNumbers.accessBy(Retry::numbers, Retry::with);
  }

  private final Duration delay;
  private final double multiplier;
  private final int maxAttempts;
  private final Duration maxDelay;
  private final double jitter;
  private final Map<Class<? extends Throwable>, RetryPolicy<Object>> byError;
  private final @Nullable RetryPolicy<Object> next;

  private Retry(
      Duration delay,
      double multiplier,
      int maxAttempts,
      Duration maxDelay,
      double jitter,
      Map<Class<? extends Throwable>, RetryPolicy<Object>> byError,
      @Nullable RetryPolicy<Object> next) {
    this.delay = delay;
    this.multiplier = multiplier;
    this.maxAttempts = maxAttempts;
    this.maxDelay = maxDelay;
    this.jitter = jitter;
    this.byError = byError;
    this.next = next;
  }

  private static Retry of(Duration delay, double multiplier, int maxAttempts) {
    return new Retry(delay, multiplier, maxAttempts, LONGEST, 0, Map.of(), null);
  }

  /**
   * Allows one attempt and no retry: a failed task stays in ERROR until an operator acts. To end
   * the task as FAILED, a handler returns {@link Outcome#failed} or throws {@link
   * FailTaskException}.
   */
  public static Retry never() {
    return of(Duration.ZERO, 1, 1);
  }

  /**
   * Waits for {@code delay} before each retry. There are 10 attempts unless you call {@link
   * #maxAttempts}.
   *
   * @param delay zero to 36,500 days
   */
  public static Retry fixed(Duration delay) {
    return of(checked(delay), 1, USUAL_ATTEMPTS);
  }

  /** Returns the default policy: 10 attempts with growing delays, from 5 seconds to an hour. */
  public static Retry standard() {
    return exponential(Duration.ofSeconds(5))
        .multiplier(3)
        .maxDelay(Duration.ofHours(1))
        .jitter(0.1);
  }

  /**
   * Waits for {@code firstDelay} before the first retry, and twice as long before each further
   * retry. There are 10 attempts unless you call {@link #maxAttempts}.
   *
   * @param firstDelay zero to 36,500 days
   */
  public static Retry exponential(Duration firstDelay) {
    return of(checked(firstDelay), 2, USUAL_ATTEMPTS);
  }

  /**
   * Sets the factor between two delays: each delay is the previous one times this factor.
   *
   * @param factor at least 1
   */
  public Retry multiplier(double factor) {
    if (!(factor >= 1) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("A multiplier must be at least 1, not " + factor);
    }
    return new Retry(delay, factor, maxAttempts, maxDelay, jitter, byError, next);
  }

  /**
   * Sets the total number of attempts.
   *
   * @param most the largest number of attempts, including the first; at least 1
   */
  public Retry maxAttempts(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("maxAttempts must be at least 1, not " + most);
    }
    return new Retry(delay, multiplier, most, maxDelay, jitter, byError, next);
  }

  /** Removes the limit to the number of attempts. */
  public Retry forever() {
    return maxAttempts(Integer.MAX_VALUE);
  }

  /** Sets the longest delay, to which jitter is then added; zero to 36,500 days. */
  public Retry maxDelay(Duration longest) {
    return new Retry(delay, multiplier, maxAttempts, checked(longest), jitter, byError, next);
  }

  /**
   * Makes each delay longer or shorter at random, so that tasks that failed together don't all run
   * again at the same moment.
   *
   * @param share the largest change, as a share of the delay; 0 to 1
   */
  public Retry jitter(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "The share of jitter must be between 0 and 1, not " + share);
    }
    return new Retry(delay, multiplier, maxAttempts, maxDelay, share, byError, next);
  }

  /**
   * Uses {@code policy} for errors of class {@code error} and its subclasses. If several classes
   * match an error, the policy of the most specific class decides.
   */
  public Retry on(Class<? extends Throwable> error, RetryPolicy<Object> policy) {
    Map<Class<? extends Throwable>, RetryPolicy<Object>> more = new HashMap<>(byError);
    more.put(error, policy);
    return new Retry(
        delay, multiplier, maxAttempts, maxDelay, jitter, Collections.unmodifiableMap(more), next);
  }

  /**
   * Continues with {@code policy} when the attempts of this one are used up. That policy counts
   * from one: the last attempt of this policy is the first attempt of the other.
   */
  public Retry then(RetryPolicy<Object> policy) {
    return new Retry(delay, multiplier, maxAttempts, maxDelay, jitter, byError, policy);
  }

  @Override
  public Optional<Duration> retryAfter(Failure<?> failure) {
    RetryPolicy<Object> rule = ruleFor(failure.error().getClass());
    if (rule != null) {
      return rule.retryAfter(failure);
    }
    if (failure.attempt() >= maxAttempts) {
      return next == null
          ? Optional.empty()
          : next.retryAfter(FailedAttempt.numbered(failure.attempt() - maxAttempts + 1, failure));
    }
    // Floating point doesn't overflow: the power may become infinite, and min() then cuts it.
    double grown = delay.toMillis() * Math.pow(multiplier, Math.max(0, failure.attempt() - 1));
    double millis = Math.min(Math.min(grown, maxDelay.toMillis()), MAX_MILLIS);
    if (jitter > 0) {
      millis *= 1 + jitter * (2 * failure.random().nextDouble() - 1);
    }
    return Optional.of(Duration.ofMillis(Math.max(0, (long) Math.min(millis, MAX_MILLIS))));
  }

  /** Returns the policy of the most specific class; null if no class matches. */
  private @Nullable RetryPolicy<Object> ruleFor(Class<?> error) {
    for (Class<?> one = error; one != null; one = one.getSuperclass()) {
      RetryPolicy<Object> rule = byError.get(one);
      if (rule != null) {
        return rule;
      }
    }
    return null;
  }

  @Override
  public boolean isLast(int attempt) {
    return attempt >= maxAttempts && (next == null || next.isLast(attempt - maxAttempts + 1));
  }

  private Optional<OverrideValue.Backoff> numbers() {
    return next == null
        ? Optional.of(new OverrideValue.Backoff(delay, multiplier, maxAttempts, maxDelay))
        : Optional.empty();
  }

  private Retry with(OverrideValue.Backoff numbers) {
    return new Retry(checked(numbers.delay()), 1, 1, LONGEST, jitter, byError, null)
        .multiplier(numbers.multiplier())
        .maxAttempts(numbers.attempts())
        .maxDelay(numbers.maxDelay());
  }

  static Duration checked(Duration delay) {
    if (delay.isNegative() || delay.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A delay must be between zero and "
              + LONGEST.toDays()
              + " days, not "
              + Texts.duration(delay));
    }
    return delay;
  }
}
