package dev.baton.operate.statistics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * What was done in the past.
 *
 * @param from the beginning of the first point, a whole minute
 * @param step the time that one point stands for
 * @param points how many points each series would have if something was done in each
 * @param series by bucket and type, in this order; only those of which something was noted
 */
public record StatisticsSeries(Instant from, Duration step, int points, List<Series> series) {

  public StatisticsSeries {
    series = List.copyOf(series);
  }

  /**
   * What was done with the tasks of one type in one bucket.
   *
   * @param points in the order of time; those in which nothing was done are left out
   */
  public record Series(String bucket, String type, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }

    /** All points together. */
    public TaskStatistics total() {
      return points.stream()
          .map(Point::statistics)
          .reduce(TaskStatistics.none(), TaskStatistics::plus);
    }
  }

  /**
   * What was done in one step.
   *
   * @param at its beginning
   */
  public record Point(Instant at, TaskStatistics statistics) {}

  /** All types and buckets together, step by step; those in which nothing was done are left out. */
  public List<Point> sum() {
    TreeMap<Instant, TaskStatistics> sums = new TreeMap<>();
    for (Series one : series) {
      one.points()
          .forEach(point -> sums.merge(point.at(), point.statistics(), TaskStatistics::plus));
    }
    List<Point> points = new ArrayList<>();
    sums.forEach((at, statistics) -> points.add(new Point(at, statistics)));
    return points;
  }

  /** All series and all points together. */
  public TaskStatistics total() {
    return series.stream().map(Series::total).reduce(TaskStatistics.none(), TaskStatistics::plus);
  }
}
