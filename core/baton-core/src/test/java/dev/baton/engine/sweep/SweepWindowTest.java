package dev.baton.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SweepWindowTest {
  private static final Instant NOW = Instant.parse("2026-03-01T08:30:00Z");
  private static final long MILLI = 1_000_000L;

  private final SweepWindow horizon = new SweepWindow(0);

  @Test
  void firstSweepReadsAll() {
    assertThat(horizon.since(0)).isEqualTo(SweepWindow.BEGINNING);
  }

  @Test
  void handledTasksAreNotReadAgainForASecond() {
    horizon.seen(SweepWindow.BEGINNING, NOW, 0, MILLI);
    assertThat(horizon.since(500 * MILLI))
        .isBetween(NOW.minus(Duration.ofSeconds(30)), NOW.minus(Duration.ofSeconds(2)));
    assertThat(horizon.since(1_500 * MILLI)).isEqualTo(SweepWindow.BEGINNING);
  }

  @Test
  void slowSweepRunsLessOftenButRuns() {
    horizon.seen(SweepWindow.BEGINNING, NOW, 0, 500 * MILLI);
    assertThat(horizon.since(4_000 * MILLI)).isAfter(SweepWindow.BEGINNING);
    assertThat(horizon.since(11_000 * MILLI)).isEqualTo(SweepWindow.BEGINNING);
    horizon.seen(SweepWindow.BEGINNING, NOW, 0, 60_000 * MILLI);
    assertThat(horizon.since(71_000 * MILLI)).isEqualTo(SweepWindow.BEGINNING);
  }

  @Test
  void sweepsInBetweenDoNotDelayTheFullSweep() {
    horizon.seen(SweepWindow.BEGINNING, NOW, 0, MILLI);
    for (long at = 100; at < 1_000; at += 100) {
      horizon.seen(horizon.since(at * MILLI), NOW.plusMillis(at), at * MILLI, at * MILLI);
    }
    assertThat(horizon.since(1_002 * MILLI)).isEqualTo(SweepWindow.BEGINNING);
  }
}
