package dev.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.handler.internal.FailedAttempt;
import dev.baton.handler.internal.RetryNumbers;
import dev.baton.operate.override.OverrideValue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static Optional<Duration> after(RetryPolicy<Object> policy, int attempt) {
    return after(policy, attempt, new IllegalStateException("failed"));
  }

  private static Optional<Duration> after(
      RetryPolicy<Object> policy, int attempt, Throwable error) {
    return policy.retryAfter(failure(attempt, error, attempt));
  }

  private static RetryPolicy.Failure<Object> failure(int attempt, Throwable error, long seed) {
    return new FailedAttempt<>(
        attempt, error, () -> "a payload", Map.of(), Instant.EPOCH, new Random(seed));
  }

  /** Returns the delays in milliseconds until the policy gives none; at most twenty. */
  private static List<Long> delays(RetryPolicy<Object> policy) {
    List<Long> delays = new ArrayList<>();
    for (int attempt = 1; attempt <= 20; attempt++) {
      Optional<Duration> delay = after(policy, attempt);
      if (delay.isEmpty()) {
        return delays;
      }
      delays.add(delay.get().toMillis());
    }
    return delays;
  }

  @Test
  void neverMeansOneAttempt() {
    assertThat(delays(Retry.never())).isEmpty();
    assertThat(Retry.never().isLast(1)).isTrue();
  }

  @Test
  void aFixedDelayIsTheSameEachTime() {
    assertThat(delays(Retry.fixed(SECOND).maxAttempts(4))).containsExactly(1_000L, 1_000L, 1_000L);
  }

  @Test
  void exponentialDelayDoublesByDefaultUpToItsMaximum() {
    assertThat(delays(Retry.exponential(SECOND).maxAttempts(5)))
        .containsExactly(1_000L, 2_000L, 4_000L, 8_000L);
    assertThat(
            delays(
                Retry.exponential(SECOND)
                    .multiplier(4)
                    .maxDelay(Duration.ofSeconds(20))
                    .maxAttempts(6)))
        .containsExactly(1_000L, 4_000L, 16_000L, 20_000L, 20_000L);
  }

  @Test
  void attemptsIncludeTheFirstAndLastIsKnownBeforehand() {
    Retry three = Retry.fixed(SECOND).maxAttempts(3);
    assertThat(three.isLast(2)).isFalse();
    assertThat(three.isLast(3)).isTrue();
    assertThat(after(three, 2)).isPresent();
    assertThat(after(three, 3)).isEmpty();
    assertThat(after(three, 300)).isEmpty();
  }

  @Test
  void noNumberOfAttemptsOverflows() {
    Duration longest = Duration.ofDays(36_500);
    for (RetryPolicy<Object> policy :
        List.of(
            Retry.exponential(SECOND).multiplier(1e300).forever(),
            Retry.exponential(longest).multiplier(2).forever().jitter(1),
            Retry.exponential(SECOND).multiplier(Double.MAX_VALUE).forever())) {
      for (int attempt : new int[] {1, 2, 63, 64, 65, 1_000, 1_000_000, Integer.MAX_VALUE - 1}) {
        assertThat(after(policy, attempt).orElseThrow()).isBetween(Duration.ZERO, longest);
      }
    }
    assertThat(after(Retry.exponential(Duration.ZERO).forever(), 5_000)).contains(Duration.ZERO);
    assertThat(after(Retry.exponential(SECOND).multiplier(1e300).forever(), 9)).contains(longest);
  }

  @Test
  void jitterStaysWithinItsShareAndSpreads() {
    Retry policy = Retry.fixed(Duration.ofSeconds(100)).forever().jitter(0.2);
    List<Long> delays = new ArrayList<>();
    for (int seed = 0; seed < 1_000; seed++) {
      RetryPolicy.Failure failure = failure(1, new IOException(), seed * 7_919L);
      delays.add(policy.retryAfter(failure).orElseThrow().toMillis());
    }
    assertThat(delays).allMatch(millis -> millis >= 80_000 && millis <= 120_000);
    assertThat(delays).anyMatch(millis -> millis < 85_000);
    assertThat(delays).anyMatch(millis -> millis > 115_000);
  }

  @Test
  void fullJitterNeverMakesDelayNegative() {
    RetryPolicy<Object> policy = Retry.fixed(SECOND).forever().jitter(1);
    for (int attempt = 1; attempt < 1_000; attempt++) {
      assertThat(after(policy, attempt).orElseThrow())
          .isBetween(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  @Test
  void nextPolicyTakesOverAndCountsFromOne() {
    Retry chain = Retry.fixed(SECOND).then(Retry.exponential(Duration.ofMinutes(1)).maxAttempts(3));
    for (Retry three : List.of(chain.maxAttempts(3), chain.forever().maxAttempts(3))) {
      assertThat(delays(three)).containsExactly(1_000L, 1_000L, 60_000L, 120_000L);
      assertThat(three.isLast(4)).isFalse();
      assertThat(three.isLast(5)).isTrue();
    }
  }

  @Test
  void aChainOfThreeEndsWithItsLast() {
    RetryPolicy chain =
        Retry.fixed(SECOND)
            .maxAttempts(2)
            .then(Retry.fixed(Duration.ofSeconds(2)).maxAttempts(2).then(Retry.never()));
    assertThat(delays(chain)).containsExactly(1_000L, 2_000L);
    assertThat(chain.isLast(3)).isTrue();
    assertThat(chain.isLast(2)).isFalse();
  }

  @Test
  void mostSpecificErrorRuleWinsInAnyOrder() {
    RetryPolicy nine = Retry.fixed(Duration.ofSeconds(9));
    for (Retry policy :
        List.of(
            Retry.fixed(SECOND)
                .maxAttempts(3)
                .on(RuntimeException.class, Retry.never())
                .on(IllegalArgumentException.class, nine),
            Retry.fixed(SECOND)
                .on(IllegalArgumentException.class, nine)
                .on(RuntimeException.class, Retry.never())
                .maxAttempts(3))) {
      assertThat(after(policy, 1, new IOException())).contains(SECOND);
      assertThat(after(policy, 1, new IllegalStateException())).isEmpty();
      assertThat(after(policy, 1, new NumberFormatException())).contains(Duration.ofSeconds(9));
      assertThat(after(policy, 3, new NumberFormatException())).contains(Duration.ofSeconds(9));
      assertThat(policy.isLast(2)).isFalse();
      assertThat(policy.isLast(3)).isTrue();
    }
  }

  @Test
  void errorRuleAppliesAlsoInTheNextPolicy() {
    Retry policy =
        Retry.fixed(SECOND)
            .maxAttempts(2)
            .then(Retry.fixed(Duration.ofSeconds(2)))
            .on(IOException.class, Retry.never());
    assertThat(after(policy, 5)).contains(Duration.ofSeconds(2));
    assertThat(after(policy, 5, new IOException())).isEmpty();
  }

  @Test
  void changedNumbersKeepErrorRulesAndChainHasNone() {
    Retry code = Retry.fixed(SECOND).on(IOException.class, Retry.never());
    OverrideValue.Backoff set =
        new OverrideValue.Backoff(Duration.ofSeconds(3), 1, 2, Duration.ofHours(1));
    RetryPolicy now = RetryNumbers.with(code, set);
    assertThat(RetryNumbers.of(now)).contains(set);
    assertThat(delays(now)).containsExactly(3_000L);
    assertThat(after(now, 1, new IOException())).isEmpty();
    Retry chain = code.then(Retry.never());
    assertThat(RetryNumbers.of(chain)).isEmpty();
    assertThat(RetryNumbers.with(chain, set)).isSameAs(chain);
  }

  @Test
  void impossiblePolicyIsRefusedWhenBuilt() {
    List<Runnable> wrong =
        List.of(
            () -> Retry.fixed(Duration.ofMillis(-1)),
            () -> Retry.exponential(Duration.ofDays(40_000)),
            () -> Retry.fixed(SECOND).maxAttempts(0),
            () -> Retry.fixed(SECOND).multiplier(0.9),
            () -> Retry.fixed(SECOND).multiplier(Double.NaN),
            () -> Retry.fixed(SECOND).multiplier(Double.POSITIVE_INFINITY),
            () -> Retry.fixed(SECOND).jitter(1.1),
            () -> Retry.fixed(SECOND).jitter(Double.NaN),
            () -> Retry.fixed(SECOND).maxDelay(Duration.ofMillis(-1)),
            () -> Repeat.every(Duration.ofMillis(-1)));
    for (Runnable each : wrong) {
      assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
