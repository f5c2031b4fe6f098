package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.input.InputRow;
import dev.baton.examples.payouts.site.Tally;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is said at the end.
 *
 * @param seconds from the first row to the end of the last task, in this process's time
 * @param losses attempts whose node died, and which were resumed
 */
public record Summary(
    Figures figures,
    double seconds,
    long losses,
    List<InputRow.Malformed> malformed,
    Optional<NodeProcess> victim) {

  static Summary of(
      ImportCounts counts, Tally tally, Stopwatch stopwatch, Optional<NodeProcess> victim)
      throws SQLException {
    long paid = tally.paid();
    long refused = tally.refused();
    long lastEnd = tally.lastEndMicros();
    Figures figures =
        new Figures(
            counts.rows(),
            counts.malformed(),
            counts.duplicates(),
            paid,
            refused,
            tally.retried(),
            tally.ledgerRows(),
            tally.paidTwice(),
            counts.valid() - counts.duplicates() - paid - refused,
            StartLatency.of(tally.startLatencies()),
            stopwatch.perSecond(paid + refused, lastEnd));
    return new Summary(
        figures, stopwatch.seconds(lastEnd), tally.losses(), counts.firstMalformed(), victim);
  }

  /** For people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(String.format("%,d rows in %.1f s", figures.rows(), seconds));
    lines.add(line("paid", figures.paid(), ""));
    lines.add(line("duplicates refused", figures.duplicates(), ""));
    lines.add(line("failed for good", figures.refused(), ""));
    lines.add(line("malformed", figures.malformed(), malformedLines()));
    lines.add(line("retried", figures.retried(), ""));
    lines.add(line("resumed after a loss", losses, victim.isEmpty() ? "" : killed()));
    lines.add(line("ledger rows", figures.ledgerRows(), verdict()));
    StartLatency latency = figures.startLatencyMs();
    lines.add(
        String.format(
            "  %-21s p50 %.1f ms, p99 %.1f ms", "commit to start", latency.p50(), latency.p99()));
    lines.add(String.format("  %-21s %,.0f tasks/s", "throughput", figures.tasksPerSecond()));
    return lines;
  }

  private String verdict() {
    return figures.areGood()
        ? "none paid twice, none lost"
        : "PAID TWICE: " + figures.paidTwice() + ", LOST: " + figures.lost();
  }

  private String malformedLines() {
    if (malformed.isEmpty()) {
      return "";
    }
    String lines =
        malformed.stream().map(row -> String.valueOf(row.line())).collect(Collectors.joining(", "));
    return (malformed.size() == 1 ? "line " : "lines ")
        + lines
        + (figures.malformed() > malformed.size() ? ", ..." : "");
  }

  private String killed() {
    return "node " + victim.map(NodeProcess::number).orElse(0) + " was killed";
  }

  private static String line(String name, long count, String remark) {
    String line = String.format("  %-21s %,7d", name, count);
    return remark.isEmpty() ? line : line + "   " + remark;
  }
}
