package dev.baton.tck.simulation;

import dev.baton.tck.simulation.sql.Trouble;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The sum of many reports. Thread-safe. */
final class Totals {
  private final List<Report> red = new ArrayList<>();
  private final long beganNanos = System.nanoTime();
  private long seeds;
  private long steps;
  private long faults;
  private long tasks;
  private long runs;
  private long virtualMillis;
  private final Map<Trouble, Integer> met = new EnumMap<>(Trouble.class);

  synchronized void add(Report report) {
    seeds++;
    steps += report.steps();
    faults += report.faults();
    tasks += report.tasks();
    runs += report.runs();
    virtualMillis += report.virtualMillis();
    report.met().forEach((trouble, count) -> met.merge(trouble, count, Integer::sum));
    if (report.isRed()) {
      red.add(report);
    }
  }

  synchronized List<Report> red() {
    return List.copyOf(red);
  }

  /** Returns the faults that the statements of a real database don't produce. */
  synchronized Map<Trouble, Integer> met() {
    return new EnumMap<>(met);
  }

  /** Returns all sums in one line. */
  synchronized String line(long from) {
    long seconds = Math.max(1, (System.nanoTime() - beganNanos) / 1_000_000_000L);
    return String.format(
        "simulation: seeds=%d steps=%d faults=%d tasks=%d runs=%d violations=%d first=%d"
            + " virtual=%dh real=%ds",
        seeds, steps, faults, tasks, runs, red.size(), from, virtualMillis / 3_600_000, seconds);
  }
}
