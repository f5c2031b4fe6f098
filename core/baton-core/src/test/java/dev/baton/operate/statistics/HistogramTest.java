package dev.baton.operate.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests durations in steps. */
class HistogramTest {

  @Test
  void durationOfAStepIsCountedInIt() {
    assertThat(Histogram.stepOf(Duration.ZERO)).isZero();
    assertThat(Histogram.stepOf(Duration.ofMillis(1))).isZero();
    assertThat(Histogram.stepOf(Duration.ofMillis(1).plusNanos(1))).isEqualTo(1);
    assertThat(Histogram.stepOf(Duration.ofHours(2))).isEqualTo(Histogram.steps() - 2);
    assertThat(Histogram.stepOf(Duration.ofHours(2).plusNanos(1))).isEqualTo(Histogram.steps() - 1);
    assertThat(Histogram.stepOf(Duration.ofSeconds(Long.MAX_VALUE)))
        .isEqualTo(Histogram.steps() - 1);
  }

  @Test
  void percentileIsInterpolatedWithinItsStep() {
    assertThat(Histogram.empty().quantile(0.5)).isNull();
    Histogram hundred = counted(Duration.ofMillis(15), 100);
    assertThat(hundred.quantile(0.5)).isEqualTo(Duration.ofMillis(15));
    assertThat(hundred.quantile(1)).isEqualTo(Duration.ofMillis(20));
    Histogram withSlow = hundred.plus(counted(Duration.ofSeconds(4), 1));
    assertThat(withSlow.count()).isEqualTo(101);
    assertThat(withSlow.quantile(0.99)).isLessThanOrEqualTo(Duration.ofMillis(20));
    assertThat(withSlow.quantile(1)).isEqualTo(Duration.ofSeconds(5));
    assertThat(counted(Duration.ofHours(9), 1).quantile(0.5)).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void percentilesOfMergedPartsEqualThoseOfTheWhole() {
    Histogram quick = counted(Duration.ofMillis(3), 90);
    Histogram slow = counted(Duration.ofSeconds(3), 10);
    assertThat(quick.plus(slow)).isEqualTo(slow.plus(quick));
    assertThat(quick.plus(slow).quantile(0.5)).isLessThan(Duration.ofMillis(5));
    assertThat(quick.plus(slow).quantile(0.95)).isGreaterThan(Duration.ofSeconds(2));
  }

  @Test
  void invalidHistogramCountsAreRefused() {
    assertThatThrownBy(() -> Histogram.of(List.of(1L))).hasMessageContaining("19 steps, not 1");
    assertThatThrownBy(() -> Histogram.empty().quantile(50))
        .hasMessageContaining("between 0 and 1");
  }

  private static Histogram counted(Duration length, long times) {
    List<Long> counts = new ArrayList<>(Collections.nCopies(Histogram.steps(), 0L));
    counts.set(Histogram.stepOf(length), times);
    return Histogram.of(counts);
  }
}
