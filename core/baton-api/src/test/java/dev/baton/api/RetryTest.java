package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.TaskTraits;
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

  private static Optional<Duration> after(RetryPolicy policy, int attempt) {
    return after(policy, attempt, new IllegalStateException("failed"));
  }

  private static Optional<Duration> after(RetryPolicy policy, int attempt, Throwable error) {
    return policy.retryAfter(new RetryPolicy.Failure(attempt, error, new Random(attempt)));
  }

  /** The delays in milliseconds until there is none, at most twenty. */
  private static List<Long> delays(RetryPolicy policy) {
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
    assertThat(delays(Retry.fixed(SECOND).attempts(4))).containsExactly(1_000L, 1_000L, 1_000L);
  }

  @Test
  void anExponentialDelayDoublesUnlessToldOtherwiseUpToItsMaximum() {
    assertThat(delays(Retry.exponential(SECOND).attempts(5)))
        .containsExactly(1_000L, 2_000L, 4_000L, 8_000L);
    assertThat(
            delays(
                Retry.exponential(SECOND)
                    .multiplier(4)
                    .maxDelay(Duration.ofSeconds(20))
                    .attempts(6)))
        .containsExactly(1_000L, 4_000L, 16_000L, 20_000L, 20_000L);
  }

  @Test
  void attemptsCountTheFirstAndTheLastIsToldBeforehand() {
    Retry three = Retry.fixed(SECOND).attempts(3);
    assertThat(three.isLast(2)).isFalse();
    assertThat(three.isLast(3)).isTrue();
    assertThat(after(three, 2)).isPresent();
    assertThat(after(three, 3)).isEmpty();
    assertThat(after(three, 300)).isEmpty();
  }

  @Test
  void noNumberOfAttemptsOverflows() {
    Duration longest = Duration.ofDays(36_500);
    for (RetryPolicy policy :
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
      RetryPolicy.Failure failure =
          new RetryPolicy.Failure(1, new IOException(), new Random(seed * 7_919L));
      delays.add(policy.retryAfter(failure).orElseThrow().toMillis());
    }
    assertThat(delays).allMatch(millis -> millis >= 80_000 && millis <= 120_000);
    assertThat(delays).anyMatch(millis -> millis < 85_000);
    assertThat(delays).anyMatch(millis -> millis > 115_000);
  }

  @Test
  void jitterOfTheWholeNeverTurnsADelayNegative() {
    RetryPolicy policy = Retry.fixed(SECOND).forever().jitter(1);
    for (int attempt = 1; attempt < 1_000; attempt++) {
      assertThat(after(policy, attempt).orElseThrow())
          .isBetween(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  @Test
  void aChainGoesOnWithTheNextPolicyWhichCountsFromOne() {
    RetryPolicy chain =
        Retry.chain(
            Retry.fixed(SECOND).forever(), 3, Retry.exponential(Duration.ofMinutes(1)).attempts(3));
    assertThat(delays(chain)).containsExactly(1_000L, 1_000L, 60_000L, 120_000L);
    assertThat(chain.isLast(4)).isFalse();
    assertThat(chain.isLast(5)).isTrue();
  }

  @Test
  void aChainGoesOnEarlierWhenItsFirstPolicyGivesUpEarlier() {
    RetryPolicy chain =
        Retry.chain(
            Retry.fixed(SECOND).attempts(2),
            9,
            Retry.exponential(Duration.ofMinutes(1)).attempts(3));
    assertThat(delays(chain)).containsExactly(1_000L, 60_000L, 120_000L);
    assertThat(chain.isLast(3)).isFalse();
    assertThat(chain.isLast(4)).isTrue();
  }

  @Test
  void aChainOfThreeEndsWithItsLast() {
    RetryPolicy chain =
        Retry.chain(
            Retry.fixed(SECOND),
            2,
            Retry.chain(Retry.fixed(Duration.ofSeconds(2)), 2, Retry.never()));
    assertThat(delays(chain)).containsExactly(1_000L, 2_000L);
    assertThat(chain.isLast(3)).isTrue();
    assertThat(chain.isLast(2)).isFalse();
  }

  @Test
  void anErrorOfAClassHasItsOwnPolicyAndTheLatestRuleGoesFirst() {
    RetryPolicy policy =
        Retry.fixed(SECOND)
            .attempts(3)
            .on(RuntimeException.class, Retry.never())
            .on(IllegalArgumentException.class, Retry.fixed(Duration.ofSeconds(9)));
    assertThat(after(policy, 1, new IOException())).contains(SECOND);
    assertThat(after(policy, 1, new IllegalStateException())).isEmpty();
    assertThat(after(policy, 1, new NumberFormatException())).contains(Duration.ofSeconds(9));
    assertThat(policy.isLast(2)).isFalse();
    assertThat(policy.isLast(3)).isTrue();
  }

  @Test
  void aRepeatingPolicyRepeatsSuccessesAndRetriesFailures() {
    RetryPolicy policy = Retry.repeating(Duration.ofHours(1), Retry.fixed(SECOND).attempts(2));
    RetryPolicy.Success success =
        new RetryPolicy.Success(
            1, null, new RetryPolicy.Given(null, Map.of(), TaskTraits.NONE, Instant.EPOCH));
    assertThat(policy.repeatAfter(success)).contains(Duration.ofHours(1));
    assertThat(policy.on(IOException.class, Retry.never()).repeatAfter(success))
        .contains(Duration.ofHours(1));
    assertThat(delays(policy)).containsExactly(1_000L);
    assertThat(policy.isLast(2)).isTrue();
    assertThat(Retry.fixed(SECOND).repeatAfter(success)).isEmpty();
  }

  @Test
  void aPolicyThatCannotWorkIsRefusedWhereItIsBuilt() {
    List<Runnable> wrong =
        List.of(
            () -> Retry.fixed(Duration.ofMillis(-1)),
            () -> Retry.exponential(Duration.ofDays(40_000)),
            () -> Retry.fixed(SECOND).attempts(0),
            () -> Retry.fixed(SECOND).multiplier(0.9),
            () -> Retry.fixed(SECOND).multiplier(Double.NaN),
            () -> Retry.fixed(SECOND).multiplier(Double.POSITIVE_INFINITY),
            () -> Retry.fixed(SECOND).jitter(1.1),
            () -> Retry.fixed(SECOND).jitter(Double.NaN),
            () -> Retry.fixed(SECOND).maxDelay(Duration.ofMillis(-1)),
            () -> Retry.chain(Retry.never(), 0, Retry.never()),
            () -> Retry.repeating(Duration.ofMillis(-1), Retry.never()));
    for (Runnable each : wrong) {
      assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
