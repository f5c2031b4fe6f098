package dev.baton.engine.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BreathTest {
  private static final int MOST = 500;
  private static final long NOW = Long.MAX_VALUE - 10;

  private final Breath breath = new Breath(MOST);

  @Test
  void nothingWasWrittenYet() {
    assertThat(breath.leftNanos(NOW)).isZero();
  }

  @Test
  void afterFewOutcomesThereIsNone() {
    breath.wrote(1, NOW);
    assertThat(breath.leftNanos(NOW)).isZero();
  }

  @Test
  void afterManyItLastsTenMilliseconds() {
    breath.wrote(20, NOW);
    assertThat(breath.leftNanos(NOW)).isEqualTo(millis(10));
    assertThat(breath.leftNanos(NOW + millis(4))).isEqualTo(millis(6));
    assertThat(breath.leftNanos(NOW + millis(11))).isNegative();
  }

  @Test
  void afterAFullWriteThereIsNone() {
    breath.wrote(20, NOW);
    breath.wrote(MOST, NOW);
    assertThat(breath.leftNanos(NOW)).isZero();
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
