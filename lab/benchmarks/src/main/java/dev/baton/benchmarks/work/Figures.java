package dev.baton.benchmarks.work;

import dev.baton.benchmarks.trial.Reading;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What one contender's round of one work came to, by metric. Not thread-safe. */
public final class Figures {
  private final Map<String, Double> values = new TreeMap<>();

  /** Puts a figure; one that isn't finite, since nothing ended while it was taken, is left out. */
  public Figures put(String metric, double value) {
    if (Double.isFinite(value)) {
      values.put(metric, value);
    }
    return this;
  }

  /** Puts a figure that the system may not tell. */
  Figures put(String metric, OptionalDouble value) {
    value.ifPresent(known -> put(metric, known));
    return this;
  }

  /** What a job cost; statements only where they were counted. */
  Figures putCost(Reading.Cost cost) {
    put("cpuSecondsPer1000", cost.cpuSecondsPer1000());
    put("walBytesPerTask", cost.logBytes());
    return put("writeTransactionsPerTask", cost.writeTransactions());
  }

  /** How long jobs waited, in milliseconds. */
  Figures putStarts(Percentiles waits) {
    put("startP50Ms", waits.millis(50));
    put("startP99Ms", waits.millis(99));
    return put("startP999Ms", waits.millis(99.9));
  }

  /** The first few, for one who watches. */
  public String brief() {
    return values.entrySet().stream()
        .filter(
            entry ->
                entry
                    .getKey()
                    .matches("tasksPerSecond.*|addsPerSecond|firstTaskMs|startP50Ms|.*Seconds.*"))
        .limit(5)
        .map(entry -> String.format(Locale.ROOT, "%s %.3f", entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** By metric, in alphabetical order. */
  public Map<String, Double> values() {
    return Map.copyOf(values);
  }
}
