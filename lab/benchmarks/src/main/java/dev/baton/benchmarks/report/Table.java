package dev.baton.benchmarks.report;

import dev.baton.benchmarks.trial.Entrant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The results as a table for people, one block for each work. */
public final class Table {
  private final Results results;

  public Table(Results results) {
    this.results = results;
  }

  /** Returns the lines of the table. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%-5s %-34s %-20s %12s %12s %12s %8s %8s",
            "work",
            "metric",
            "contender",
            "median",
            "min",
            "max",
            "/limit",
            "/peer"));
    List<Result> rows = new ArrayList<>(results.rows());
    List<String> works = rows.stream().map(Result::work).distinct().toList();
    for (String work : works) {
      List<String> metrics =
          rows.stream()
              .filter(row -> row.work().equals(work))
              .map(Result::metric)
              .distinct()
              .toList();
      for (String metric : metrics) {
        rows.stream()
            .filter(row -> row.work().equals(work) && row.metric().equals(metric))
            .forEach(row -> lines.add(line(row)));
      }
    }
    return lines;
  }

  private String line(Result row) {
    double limit = results.median(row.work(), "limit", row.metric()).orElse(Double.NaN);
    double peer = bestPeer(row.work(), row.metric());
    return String.format(
        Locale.ROOT,
        "%-5s %-34s %-20s %12s %12s %12s %8s %8s",
        row.work(),
        row.metric(),
        row.contender(),
        number(row.median()),
        number(row.min()),
        number(row.max()),
        ratio(row.median() / limit),
        ratio(row.median() / peer));
  }

  /** Returns the best figure: the greatest rate, or the smallest value of any other metric. */
  private double bestPeer(String work, String metric) {
    var peers =
        results.rows().stream()
            .filter(row -> row.work().equals(work) && row.metric().equals(metric))
            .filter(row -> Entrant.isPeer(row.contender()))
            .mapToDouble(Result::median);
    return (metric.contains("PerSecond") ? peers.max() : peers.min()).orElse(Double.NaN);
  }

  static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 1_000 ? "%,.0f" : size >= 10 ? "%.1f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  private static String ratio(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? ""
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
