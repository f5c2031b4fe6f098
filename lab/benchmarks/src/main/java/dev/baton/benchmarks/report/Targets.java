package dev.baton.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The targets for Baton, as ratios within one run or as plain figures, and whether it reaches them.
 */
public final class Targets {
  private final Results results;
  private final List<String> lines = new ArrayList<>();

  private Targets(Results results) {
    this.results = results;
  }

  /** Returns one line for each target that this run has figures for. */
  public static List<String> lines(Results results, boolean mariaDb) {
    Targets targets = new Targets(results);
    targets.onBoth(mariaDb ? 3 : 2.2);
    if (!mariaDb) {
      targets.onPostgres();
    }
    return targets.lines;
  }

  private void onBoth(double addsToBestPeer) {
    ofLimit("B1", "tasksPerSecond", 0.9, true);
    ofBestPeer("B1", addsToBestPeer);
    ofLimit("B2", "tasksPerSecond", 0.6, true);
    ofBestPeer("B2", 7);
    ofLimit("B13", "addsPerSecond", 0.8, true);
    ofLimit("B13", "tasksPerSecond", 0.4, true);
    ofBestPeer("B13", 5);
    atMost("B13", "firstTaskMs", 150);
    for (String metric : List.of("addsPerSecond", "tasksPerSecond", "tasksPerSecondKept")) {
      ofUnnamed(metric, "OwnId");
      ofUnnamed(metric, "UniqueKey");
    }
  }

  private void onPostgres() {
    ofLimit("B3", "startP50Ms", 1.0, false);
    ofLimit("B3", "startP99Ms", 1.0, false);
    ofLimit("B3b", "startP50Ms", 1.2, false);
    atMost("B4", "fastDoneSeconds", 0.1);
    atMost("B4", "fastDoneSecondsBehind1000000", 0.1);
    ofLimit("B1", "cpuSecondsPer1000", 1.2, false);
    atMost("B1", "walBytesPerTask", 650);
    atMost("B5", "walBytesPerTaskKept", 950);
    atMost("B2", "walBytesPerTask", 1_000);
    atMost("B5", "drainWalBytesPerTaskKept", 1_300);
    atMost("B6", "startP99Ms", 20);
    atLeast("B7", "ratio", 0.8);
    atMost("B17", "statementsASecond", 3);
    atMost("B17", "cpuPercent", 0.3);
    atMost("B17", "connections", 3);
    atMost("B17", "threads", 8);
    flat("B8", "cpuSecondsPer1000", 1.15);
    baton("B9", "cpuSecondsPer1000By1")
        .ifPresent(
            one ->
                baton("B9", "cpuSecondsPer1000By4")
                    .ifPresent(four -> tell("B9 CPU by 4 to by 1", four / one, 1.3, false)));
  }

  private Optional<Double> baton(String work, String metric) {
    return results.median(work, "baton", metric);
  }

  private void ofLimit(String work, String metric, double bound, boolean atLeast) {
    Optional<Double> limit = results.median(work, "limit", metric);
    if (limit.isPresent()) {
      baton(work, metric)
          .ifPresent(
              own ->
                  tell(work + " " + metric + " to the limit's", own / limit.get(), bound, atLeast));
    }
  }

  private void ofBestPeer(String work, double bound) {
    results
        .bestPeer(work, "tasksPerSecond")
        .ifPresent(
            peer ->
                baton(work, "tasksPerSecond")
                    .ifPresent(
                        own ->
                            tell(
                                work + " tasksPerSecond to " + peer.contender() + "'s",
                                own / peer.median(),
                                bound,
                                true)));
  }

  /** Compares B15's figure for tasks with names with that for tasks without. */
  private void ofUnnamed(String metric, String naming) {
    Optional<Double> unnamed = baton("B15", metric);
    if (unnamed.isPresent()) {
      baton("B15", metric + naming)
          .ifPresent(
              own ->
                  tell(
                      "B15 " + metric + naming + " to that without",
                      own / unnamed.get(),
                      0.8,
                      true));
    }
  }

  private void atMost(String work, String metric, double bound) {
    baton(work, metric).ifPresent(own -> tell(work + " " + metric, own, bound, false));
  }

  private void atLeast(String work, String metric, double bound) {
    baton(work, metric).ifPresent(own -> tell(work + " " + metric, own, bound, true));
  }

  /** Compares the greatest with the smallest of all figures whose names begin with this prefix. */
  private void flat(String work, String prefix, double bound) {
    var values =
        results.rows().stream()
            .filter(row -> row.work().equals(work) && row.contender().equals("baton"))
            .filter(row -> row.metric().startsWith(prefix))
            .mapToDouble(Result::median)
            .summaryStatistics();
    if (values.getCount() > 1) {
      tell(work + " greatest to least " + prefix, values.getMax() / values.getMin(), bound, false);
    }
  }

  private void tell(String what, double value, double bound, boolean atLeast) {
    boolean met = atLeast ? value >= bound : value <= bound;
    lines.add(
        String.format(
            Locale.ROOT,
            "%-7s %-60s %10s  %s %s",
            met ? "met" : "MISSED",
            what,
            Table.number(value),
            atLeast ? "at least" : "at most",
            Table.number(bound)));
  }
}
