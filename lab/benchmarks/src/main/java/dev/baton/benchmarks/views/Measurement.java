package dev.baton.benchmarks.views;

import java.util.List;
import java.util.Locale;

/**
 * The cost of one view.
 *
 * @param status HTTP status
 * @param bytes size of the response
 * @param coldMillis time of the first request
 * @param warmMillis times of the following requests, shortest first
 * @param queries number of queries
 */
record Measurement(
    View view,
    int status,
    int bytes,
    double coldMillis,
    List<Double> warmMillis,
    int queries,
    Plan plan) {

  static final String HEAD =
      """
      | View | Answer | First, ms | Median, ms | Queries | Rows read | Pages | Where |
      |---|--:|--:|--:|--:|--:|--:|---|
      """;

  double medianMillis() {
    return warmMillis.get(warmMillis.size() / 2);
  }

  String line() {
    String answer = status == 200 ? String.format(Locale.ROOT, "%,d B", bytes) : "HTTP " + status;
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.1f | %.1f | %,d | %,d | %,d | %s |",
        view.name(),
        answer,
        coldMillis,
        medianMillis(),
        queries,
        plan.rows(),
        plan.pages(),
        plan.words());
  }
}
