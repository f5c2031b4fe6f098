package dev.baton.engine.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriteLingerTest {
  private static final int MAX_BATCH = 500;
  private static final long NOW = Long.MAX_VALUE - 10;

  private final WriteLinger linger = new WriteLinger(MAX_BATCH);

  @Test
  void noLingerBeforeTheFirstWrite() {
    assertThat(linger.leftNanos(NOW)).isZero();
  }

  @Test
  void noLingerAfterFewOutcomes() {
    linger.wrote(1, NOW);
    assertThat(linger.leftNanos(NOW)).isZero();
  }

  @Test
  void lingerIsTenMillisecondsAfterManyOutcomes() {
    linger.wrote(20, NOW);
    assertThat(linger.leftNanos(NOW)).isEqualTo(millis(10));
    assertThat(linger.leftNanos(NOW + millis(4))).isEqualTo(millis(6));
    assertThat(linger.leftNanos(NOW + millis(11))).isNegative();
  }

  @Test
  void noLingerAfterAFullWrite() {
    linger.wrote(20, NOW);
    linger.wrote(MAX_BATCH, NOW);
    assertThat(linger.leftNanos(NOW)).isZero();
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
