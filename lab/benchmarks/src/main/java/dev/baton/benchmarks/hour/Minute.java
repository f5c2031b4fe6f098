package dev.baton.benchmarks.hour;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Measurements of one minute.
 *
 * @param waits times from commit to start of the tasks that were committed in this minute, in ms
 * @param atEnd state at the end of the minute
 * @param walBytes bytes of WAL in this minute
 * @param cpuNanos processor time of the process and the server in this minute
 */
record Minute(int number, long tasks, Waits waits, State atEnd, long walBytes, long cpuNanos) {
  record Waits(double p50, double p99, double p999) {}

  /** Sizes in bytes; the heap includes garbage. */
  record State(long deadRows, long tableBytes, long indexBytes, long heapBytes) {}

  /** Returns the figures by name, in the order of the columns. */
  Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("minute", (double) number);
    figures.put("tasks", (double) tasks);
    figures.put("startP50Ms", waits.p50());
    figures.put("startP99Ms", waits.p99());
    figures.put("startP999Ms", waits.p999());
    figures.put("deadRows", (double) atEnd.deadRows());
    figures.put("tableMiB", mebibytes(atEnd.tableBytes()));
    figures.put("indexMiB", mebibytes(atEnd.indexBytes()));
    figures.put("heapMiB", mebibytes(atEnd.heapBytes()));
    figures.put("walBytesPerTask", walBytes / (double) Math.max(1, tasks));
    figures.put("cpuSecondsPer1000", cpuNanos / 1e6 / Math.max(1, tasks));
    return figures;
  }

  private static double mebibytes(long bytes) {
    return bytes / 1024.0 / 1024.0;
  }

  String line() {
    return figures().values().stream()
        .map(
            value -> String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.3f", value))
        .collect(Collectors.joining(","));
  }

  String head() {
    return String.join(",", figures().keySet());
  }
}
