package dev.baton.operate.statistics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Past statistics, as series of points.
 *
 * @param from beginning of the first step, a whole minute
 * @param step length of one point
 * @param points number of points of a series if it contains every step
 * @param series the series that have points, ordered by bucket and type
 */
public record StatisticsSeries(Instant from, Duration step, int points, List<Series> series) {

  public StatisticsSeries {
    series = List.copyOf(series);
  }

  /**
   * The statistics of the tasks of one type in one bucket.
   *
   * @param points the points, sorted by time, without those in which nothing happened
   */
  public record Series(String bucket, String type, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }

    /** Returns the sum of all points. */
    public TaskStatistics total() {
      return points.stream()
          .map(Point::statistics)
          .reduce(TaskStatistics.none(), TaskStatistics::plus);
    }
  }

  /**
   * The statistics of one step.
   *
   * @param at beginning of the step
   */
  public record Point(Instant at, TaskStatistics statistics) {}

  /**
   * Returns the sum of all types and buckets for each step, without steps in which nothing
   * happened.
   */
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

  /** Returns the sum of all points of all series. */
  public TaskStatistics total() {
    return series.stream().map(Series::total).reduce(TaskStatistics.none(), TaskStatistics::plus);
  }
}
