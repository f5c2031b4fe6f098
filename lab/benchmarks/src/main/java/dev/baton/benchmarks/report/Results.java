package dev.baton.benchmarks.report;

import dev.baton.benchmarks.trial.Entrant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** All figures of a run, in the order in which they were measured. Not thread-safe. */
public final class Results {
  private record Key(String work, String contender, String metric) {}

  private final Map<Key, List<Double>> values = new LinkedHashMap<>();

  /** Adds one round's figures. */
  public void add(String work, String contender, Map<String, Double> figures) {
    for (String metric : new TreeSet<>(figures.keySet())) {
      values
          .computeIfAbsent(new Key(work, contender, metric), key -> new ArrayList<>())
          .add(figures.get(metric));
    }
  }

  /** Copies a measured figure to another work. */
  public void copy(String work, String contender, String metric, String toWork, String toMetric) {
    List<Double> measured = values.get(new Key(work, contender, metric));
    if (measured != null) {
      values.put(new Key(toWork, contender, toMetric), List.copyOf(measured));
    }
  }

  /** Returns one row for each work, contender and metric. */
  public List<Result> rows() {
    return values.entrySet().stream()
        .map(entry -> summary(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Returns the row, if it was measured. */
  public Optional<Result> find(String work, String contender, String metric) {
    Key key = new Key(work, contender, metric);
    return Optional.ofNullable(values.get(key)).map(found -> summary(key, found));
  }

  /** Returns the median, if it was measured. */
  public Optional<Double> median(String work, String contender, String metric) {
    return find(work, contender, metric).map(Result::median);
  }

  /** Returns the other library with the greatest figure. */
  public Optional<Result> bestPeer(String work, String metric) {
    return rows().stream()
        .filter(row -> row.work().equals(work) && row.metric().equals(metric))
        .filter(row -> Entrant.isPeer(row.contender()))
        .max(Comparator.comparingDouble(Result::median));
  }

  private static Result summary(Key key, List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Result(
        key.work(),
        key.contender(),
        key.metric(),
        median,
        sorted.get(0),
        sorted.get(sorted.size() - 1),
        sorted.size());
  }
}
