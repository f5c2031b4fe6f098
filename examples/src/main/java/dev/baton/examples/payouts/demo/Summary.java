package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.PayoutNode;
import dev.baton.examples.payouts.input.InputRow;
import dev.baton.examples.payouts.site.PayoutTimes;
import dev.baton.examples.payouts.site.Tally;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The summary that the demo prints at the end.
 *
 * @param seconds time from the first row to the end of the last task, in this process
 * @param losses attempts whose node died, and whose payouts were resumed
 * @param calls to the simulated banks
 */
public record Summary(
    Figures figures,
    double seconds,
    long losses,
    Calls calls,
    List<InputRow.Malformed> malformed,
    Optional<NodeProcess> victim) {
  /**
   * Fewer payouts say nothing about the engine: the first ones also wait for the JVM to warm up.
   */
  private static final int FEW = 100;

  private static final String PERFORMANCE = "docs/performance.md";

  /**
   * @param nodes number of processes that called the banks
   * @param slots number of calls that each process made at a time
   */
  static Summary of(
      ImportCounts counts,
      Tally tally,
      Stopwatch stopwatch,
      Optional<NodeProcess> victim,
      int nodes,
      int slots)
      throws SQLException {
    List<PayoutTimes> times = tally.times();
    StartTimes starts = StartTimes.of(times, nodes * PayoutNode.SLOTS_PER_PARTNER, nodes * slots);
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
            starts.free(),
            starts.waited(),
            stopwatch.perSecond(paid + refused, lastEnd));
    return new Summary(
        figures,
        stopwatch.seconds(lastEnd),
        tally.losses(),
        Calls.of(times),
        counts.firstMalformed(),
        victim);
  }

  /** Returns the number of calls to the simulated banks. */
  record Calls(long count, double meanMillis) {
    static Calls of(List<PayoutTimes> times) {
      long count = times.stream().mapToLong(PayoutTimes::calls).sum();
      long micros = times.stream().mapToLong(PayoutTimes::inCalls).sum();
      return new Calls(count, count == 0 ? 0 : micros / 1_000.0 / count);
    }
  }

  /** Returns the lines that are printed. */
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
    lines.add("");
    lines.add("From commit to start            payouts      median         99 %");
    lines.add(starts("found a free slot", figures.startLatencyMs(), ""));
    lines.add(
        starts(
            "waited for a free slot",
            figures.slotWaitMs(),
            "each node makes " + PayoutNode.SLOTS_PER_PARTNER + " calls to a partner at a time"));
    lines.add(
        String.format(
            Locale.ROOT,
            "%,.0f payouts/s; %,d calls to the simulated banks, %.0f ms each on average",
            figures.tasksPerSecond(),
            calls.count(),
            calls.meanMillis()));
    lines.add("How fast the engine is without banks: " + PERFORMANCE);
    return lines;
  }

  private static String starts(String name, Percentiles times, String remark) {
    if (times.count() < FEW) {
      return String.format(Locale.ROOT, "  %-27s %,9d   too few to measure", name, times.count());
    }
    return String.format(
        Locale.ROOT,
        "  %-27s %,9d %,8.1f ms %,9.1f ms   %s",
        name,
        times.count(),
        times.p50(),
        times.p99(),
        remark);
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
