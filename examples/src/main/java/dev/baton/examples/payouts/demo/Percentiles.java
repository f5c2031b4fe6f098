package dev.baton.examples.payouts.demo;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/** Median and 99th percentile in milliseconds; zero if nothing was measured. */
@JsonPropertyOrder({"count", "p50", "p99"})
record Percentiles(int count, double p50, double p99) {

  static Percentiles of(List<Long> micros) {
    List<Long> sorted = micros.stream().sorted().toList();
    return new Percentiles(sorted.size(), percentile(sorted, 50), percentile(sorted, 99));
  }

  /** Returns the smallest value that at least this percentage of all values doesn't exceed. */
  private static double percentile(List<Long> sorted, int percent) {
    if (sorted.isEmpty()) {
      return 0;
    }
    int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
    return sorted.get(rank - 1) / 1_000.0;
  }
}
