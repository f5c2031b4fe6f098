package dev.baton.api;

import dev.baton.api.override.OverrideValue;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ready-made retry policies. All are immutable: each method returns a changed copy. */
public final class Retry implements RetryPolicy {
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final double MAX_MILLIS = LONGEST.toMillis();

  private final Duration delay;
  private final double multiplier;
  private final int attempts;
  private final Duration maxDelay;
  private final double jitter;

  private Retry(Duration delay, double multiplier, int attempts, Duration maxDelay, double jitter) {
    this.delay = delay;
    this.multiplier = multiplier;
    this.attempts = attempts;
    this.maxDelay = maxDelay;
    this.jitter = jitter;
  }

  /** One attempt, no retry. */
  public static Retry never() {
    return new Retry(Duration.ZERO, 1, 1, LONGEST, 0);
  }

  /** The same delay before each retry; 10 attempts unless told otherwise. */
  public static Retry fixed(Duration delay) {
    return new Retry(checked(delay), 1, 10, LONGEST, 0);
  }

  /**
   * The policy of a type that names none: ten attempts with growing delays, an hour at the most.
   */
  static Retry standard() {
    return exponential(Duration.ofSeconds(5))
        .multiplier(3)
        .attempts(10)
        .maxDelay(Duration.ofHours(1))
        .jitter(0.1);
  }

  /** A first delay that doubles with each retry; 10 attempts unless told otherwise. */
  public static Retry exponential(Duration firstDelay) {
    return new Retry(checked(firstDelay), 2, 10, LONGEST, 0);
  }

  /**
   * Uses the first policy until it gives up, then the next one, which counts attempts from one.
   *
   * @param firstAttempts how many attempts the first policy decides about
   */
  public static RetryPolicy chain(RetryPolicy first, int firstAttempts, RetryPolicy next) {
    if (firstAttempts < 1) {
      throw new IllegalArgumentException("The first policy of a chain needs at least one attempt");
    }
    return new ChainedRetry(first, firstAttempts, next);
  }

  /**
   * The task never ends. After a success it runs again after the delay; after a failure {@code
   * onFailure} decides.
   */
  public static RetryPolicy repeating(Duration delay, RetryPolicy onFailure) {
    Optional<Duration> always = Optional.of(checked(delay));
    return new RepeatingRetry(success -> always, onFailure);
  }

  /**
   * After a success {@code again} decides, from the payload and the result, whether the task runs
   * again or is DONE; after a failure {@code onFailure} decides.
   */
  public static <P, R> RetryPolicy repeating(
      TaskType<P, R> type, Again<P, R> again, RetryPolicy onFailure) {
    return new RepeatingRetry(
        success ->
            again.after(
                type.payloadOf(success.given().payload(), success.given().traits()),
                type.resultOf(success.result()),
                success),
        onFailure);
  }

  /** Decides whether and when a task that succeeded runs again. */
  @FunctionalInterface
  public interface Again<P, R> {
    /**
     * How long to wait; empty when the task is done.
     *
     * @param result null for none
     */
    Optional<Duration> after(P payload, @Nullable R result, Success success);
  }

  /** How much longer each delay is than the one before; at least 1. */
  public Retry multiplier(double factor) {
    if (!(factor >= 1) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("A multiplier must be at least 1, not " + factor);
    }
    return new Retry(delay, factor, attempts, maxDelay, jitter);
  }

  /** How many attempts there may be in all, the first included; at least 1. */
  public Retry attempts(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("There must be at least one attempt, not " + most);
    }
    return new Retry(delay, multiplier, most, maxDelay, jitter);
  }

  /** Sets no limit to the number of attempts. */
  public Retry forever() {
    return attempts(Integer.MAX_VALUE);
  }

  /** The longest delay, before jitter. */
  public Retry maxDelay(Duration longest) {
    return new Retry(delay, multiplier, attempts, checked(longest), jitter);
  }

  /**
   * Makes each delay longer or shorter at random, by this share of it at most (0 to 1), so that
   * tasks that failed together don't all run again at the same moment.
   */
  public Retry jitter(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("Jitter is a share from 0 to 1, not " + share);
    }
    return new Retry(delay, multiplier, attempts, maxDelay, share);
  }

  @Override
  public Optional<Duration> retryAfter(Failure failure) {
    if (failure.attempt() >= attempts) {
      return Optional.empty();
    }
    // In floating point nothing overflows: the power may become infinite and is then cut.
    double grown = delay.toMillis() * Math.pow(multiplier, Math.max(0, failure.attempt() - 1));
    double millis = Math.min(Math.min(grown, maxDelay.toMillis()), MAX_MILLIS);
    if (jitter > 0) {
      millis *= 1 + jitter * (2 * failure.random().nextDouble() - 1);
    }
    return Optional.of(Duration.ofMillis(Math.max(0, (long) Math.min(millis, MAX_MILLIS))));
  }

  @Override
  public boolean isLast(int attempt) {
    return attempt >= attempts;
  }

  /**
   * The numbers of a policy, which operators see and may override. Empty for a chain and for a
   * policy written by you. A policy with rules for certain errors has the numbers for all other
   * errors.
   */
  public static Optional<OverrideValue.Backoff> numbersOf(RetryPolicy policy) {
    if (policy instanceof Retry own) {
      return Optional.of(
          new OverrideValue.Backoff(own.delay, own.multiplier, own.attempts, own.maxDelay));
    }
    if (policy instanceof ByError byError) {
      return numbersOf(byError.otherwise());
    }
    return policy instanceof RepeatingRetry repeating
        ? numbersOf(repeating.onFailure())
        : Optional.empty();
  }

  /**
   * The policy with these numbers in place of {@link #numbersOf its own}; its jitter stays.
   *
   * @throws IllegalArgumentException when a number is out of range
   */
  public static RetryPolicy with(RetryPolicy policy, OverrideValue.Backoff numbers) {
    if (policy instanceof Retry own) {
      return new Retry(checked(numbers.delay()), 1, 1, LONGEST, own.jitter)
          .multiplier(numbers.multiplier())
          .attempts(numbers.attempts())
          .maxDelay(numbers.maxDelay());
    }
    if (policy instanceof ByError byError) {
      return new ByError(with(byError.otherwise(), numbers), byError.error(), byError.policy());
    }
    return policy instanceof RepeatingRetry repeating
        ? new RepeatingRetry(repeating.again(), with(repeating.onFailure(), numbers))
        : policy;
  }

  private static Duration checked(Duration delay) {
    if (delay.isNegative() || delay.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A delay must be between zero and " + LONGEST.toDays() + " days, not " + delay);
    }
    return delay;
  }

  private record ChainedRetry(RetryPolicy first, int firstAttempts, RetryPolicy next)
      implements RetryPolicy {
    @Override
    public Optional<Duration> retryAfter(Failure failure) {
      int handOver = handOver(failure.attempt());
      if (failure.attempt() < handOver) {
        Optional<Duration> delay = first.retryAfter(failure);
        if (delay.isPresent()) {
          return delay;
        }
      }
      int rest = Math.max(1, failure.attempt() - handOver + 1);
      return next.retryAfter(new Failure(rest, failure.error(), failure.random(), failure.given()));
    }

    @Override
    public boolean isLast(int attempt) {
      int handOver = handOver(attempt);
      return attempt >= handOver && next.isLast(attempt - handOver + 1);
    }

    /** The attempt whose failure is the next policy's first; the first may give up early. */
    private int handOver(int attempt) {
      for (int earlier = 1; earlier < firstAttempts && earlier <= attempt; earlier++) {
        if (first.isLast(earlier)) {
          return earlier;
        }
      }
      return firstAttempts;
    }
  }

  private record RepeatingRetry(Function<Success, Optional<Duration>> again, RetryPolicy onFailure)
      implements RetryPolicy {
    @Override
    public Optional<Duration> retryAfter(Failure failure) {
      return onFailure.retryAfter(failure);
    }

    @Override
    public boolean isLast(int attempt) {
      return onFailure.isLast(attempt);
    }

    @Override
    public Optional<Duration> repeatAfter(Success success) {
      return again.apply(success);
    }
  }

  /** One policy for errors of a class, another for all others. */
  record ByError(RetryPolicy otherwise, Class<? extends Throwable> error, RetryPolicy policy)
      implements RetryPolicy {
    @Override
    public Optional<Duration> retryAfter(Failure failure) {
      boolean mine = error.isInstance(failure.error());
      return mine ? policy.retryAfter(failure) : otherwise.retryAfter(failure);
    }

    @Override
    public boolean isLast(int attempt) {
      return otherwise.isLast(attempt);
    }

    @Override
    public Optional<Duration> repeatAfter(Success success) {
      return otherwise.repeatAfter(success);
    }
  }
}
