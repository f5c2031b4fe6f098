package dev.baton.examples.payouts.demo;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/** How long tasks waited for their start, in milliseconds; zero when none was measured. */
@JsonPropertyOrder({"p50", "p99"})
record StartLatency(double p50, double p99) {

  static StartLatency of(List<Long> micros) {
    List<Long> sorted = micros.stream().sorted().toList();
    return new StartLatency(percentile(sorted, 50), percentile(sorted, 99));
  }

  /** The smallest value that so many percent of all don't exceed. */
  private static double percentile(List<Long> sorted, int percent) {
    if (sorted.isEmpty()) {
      return 0;
    }
    int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
    return sorted.get(rank - 1) / 1_000.0;
  }
}
