package dev.baton.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  void percentileIsTheSmallestValueThatThisShareDoesNotExceed() {
    Percentiles hundred =
        Percentiles.of(LongStream.rangeClosed(1, 100).map(n -> n * 1_000_000).toArray());
    assertThat(hundred.millis(50)).isEqualTo(50);
    assertThat(hundred.millis(99)).isEqualTo(99);
    assertThat(hundred.millis(99.9)).isEqualTo(100);
  }

  @Test
  void oneValueIsEveryPercentile() {
    assertThat(Percentiles.of(3_000_000).millis(50)).isEqualTo(3);
  }

  @Test
  void noValuesHaveNoPercentile() {
    assertThatThrownBy(Percentiles::of).hasMessageContaining("no percentiles");
  }
}
