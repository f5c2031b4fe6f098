package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.row.Permit;
import dev.baton.task.rule.PermitCount.PermitUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PermitCountTest {
  private static final Instant NOW = Instant.parse("2026-03-01T08:30:00Z");
  private static final Permit QUICK = new Permit.Rate("mail", "", 1_000, 5, 1);

  @Test
  void permitsOfSlowerRateDoNotBlockFasterRate() {
    PermitCount count = paidUntil(NOW.plus(Duration.ofHours(1)));
    assertThat(count.take(List.of(QUICK))).isEmpty();
    assertThat(count.take(List.of(QUICK)))
        .hasValueSatisfying(
            refusal -> assertThat(refusal.askAgainAfter()).isEqualTo(Duration.ofMillis(1)));
    assertThat(count.paidUntil()).containsEntry("mail", NOW.plusMillis(5));
  }

  @Test
  void fullRateRefuses() {
    assertThat(paidUntil(NOW.plusMillis(5)).take(List.of(QUICK))).isPresent();
    assertThat(paidUntil(NOW.plusMillis(4)).take(List.of(QUICK))).isEmpty();
  }

  @Test
  void idleRateGivesItsBurstAndNoMore() {
    PermitCount rested = paidUntil(NOW.minus(Duration.ofHours(1)));
    for (int i = 0; i < 5; i++) {
      assertThat(rested.take(List.of(QUICK))).as("unit %d", i).isEmpty();
    }
    assertThat(rested.take(List.of(QUICK)))
        .hasValueSatisfying(
            refusal -> assertThat(refusal.askAgainAfter()).isEqualTo(Duration.ofMillis(1)));
    assertThat(rested.paidUntil()).containsEntry("mail", NOW.plusMillis(5));
  }

  @Test
  void limitGivesAllItsSlots() {
    Permit two = new Permit.Slot("two", "", 2);
    PermitCount count = new PermitCount(NOW, Map.of("two", new PermitUse(1, null)));
    assertThat(count.take(List.of(two))).isEmpty();
    assertThat(count.take(List.of(two))).isPresent();
  }

  private static PermitCount paidUntil(Instant paid) {
    return new PermitCount(NOW, Map.of("mail", new PermitUse(0, paid)));
  }
}
