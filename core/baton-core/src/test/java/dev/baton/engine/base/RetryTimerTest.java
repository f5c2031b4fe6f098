package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RetryTimerTest {
  private long nanos;
  private final RetryTimer askAgain = new RetryTimer(() -> nanos, Duration.ofSeconds(10));

  @BeforeEach
  void firstTimeIsNow() {
    assertThat(askAgain.takeDue()).isTrue();
    assertThat(askAgain.takeDue()).isFalse();
  }

  @Test
  void timerIsDueOncePerPoll() {
    pass(Duration.ofMillis(9_999));
    assertThat(askAgain.takeDue()).isFalse();
    assertThat(askAgain.untilDue()).isEqualTo(Duration.ofMillis(1));
    pass(Duration.ofMillis(1));
    assertThat(askAgain.takeDue()).isTrue();
    assertThat(askAgain.takeDue()).isFalse();
  }

  @Test
  void earliestRequestCounts() {
    askAgain.in(Duration.ofSeconds(3));
    askAgain.in(Duration.ofSeconds(2));
    askAgain.in(Duration.ofSeconds(4));
    assertThat(askAgain.untilDue()).isEqualTo(Duration.ofSeconds(2));
    pass(Duration.ofSeconds(2));
    assertThat(askAgain.takeDue()).isTrue();
    assertThat(askAgain.untilDue())
        .as("a poll after the last time")
        .isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void requestWithoutDelayWaitsAMoment() {
    askAgain.in(Duration.ZERO);
    assertThat(askAgain.takeDue()).isFalse();
    assertThat(askAgain.untilDue()).isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void overdueTimeIsDueNow() {
    pass(Duration.ofMinutes(1));
    assertThat(askAgain.untilDue()).isZero();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }
}
