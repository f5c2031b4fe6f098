package dev.baton.benchmarks.work;

import dev.baton.benchmarks.trial.Reading;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The figures of one contender's round of one work, by metric. Not thread-safe. */
public final class Figures {
  private final Map<String, Double> values = new TreeMap<>();

  /**
   * Adds a figure. A figure that isn't finite, because no job ended during the measurement, is left
   * out.
   */
  public Figures put(String metric, double value) {
    if (Double.isFinite(value)) {
      values.put(metric, value);
    }
    return this;
  }

  /** Adds a figure that the system may not report. */
  Figures put(String metric, OptionalDouble value) {
    value.ifPresent(known -> put(metric, known));
    return this;
  }

  /** Adds the cost of a job, with statements only if they were counted. */
  Figures putCost(Reading.Cost cost) {
    put("cpuSecondsPer1000", cost.cpuSecondsPer1000());
    put("walBytesPerTask", cost.logBytes());
    return put("writeTransactionsPerTask", cost.writeTransactions());
  }

  /** Adds the waits of jobs, in milliseconds. */
  Figures putStarts(Percentiles waits) {
    put("startP50Ms", waits.millis(50));
    put("startP99Ms", waits.millis(99));
    return put("startP999Ms", waits.millis(99.9));
  }

  /** Returns the first few figures, for people who watch the run. */
  public String brief() {
    return values.entrySet().stream()
        .filter(
            entry ->
                entry
                    .getKey()
                    .matches(
                        "tasksPerSecond.*|addsPerSecond|firstTaskMs|startP50Ms|statementsASecond|cpuPercent|.*Seconds.*"))
        .limit(5)
        .map(entry -> String.format(Locale.ROOT, "%s %.3f", entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Returns the figures by metric, in alphabetical order. */
  public Map<String, Double> values() {
    return Map.copyOf(values);
  }
}
