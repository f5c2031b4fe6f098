package dev.baton.examples.payouts.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("deep")
class StartLatencyTest {

  @Test
  void percentilesAreValuesThatWereMeasured() {
    List<Long> micros = LongStream.rangeClosed(1, 1_000).boxed().toList();
    assertThat(StartLatency.of(micros)).isEqualTo(new StartLatency(0.5, 0.99));
    assertThat(StartLatency.of(List.of(7_000L))).isEqualTo(new StartLatency(7, 7));
  }

  @Test
  void withoutStartsThereIsNoLatency() {
    assertThat(StartLatency.of(List.of())).isEqualTo(new StartLatency(0, 0));
  }
}
