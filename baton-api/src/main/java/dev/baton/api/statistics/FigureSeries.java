package dev.baton.api.statistics;

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
public record FigureSeries(Instant from, Duration step, int points, List<Series> series) {

  public FigureSeries {
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
    public TaskFigures total() {
      return points.stream().map(Point::figures).reduce(TaskFigures.none(), TaskFigures::plus);
    }
  }

  /**
   * What was done in one step.
   *
   * @param at its beginning
   */
  public record Point(Instant at, TaskFigures figures) {}

  /** All types and buckets together, step by step; those in which nothing was done are left out. */
  public List<Point> sum() {
    TreeMap<Instant, TaskFigures> sums = new TreeMap<>();
    for (Series one : series) {
      one.points().forEach(point -> sums.merge(point.at(), point.figures(), TaskFigures::plus));
    }
    List<Point> points = new ArrayList<>();
    sums.forEach((at, figures) -> points.add(new Point(at, figures)));
    return points;
  }

  /** All series and all points together. */
  public TaskFigures total() {
    return series.stream().map(Series::total).reduce(TaskFigures.none(), TaskFigures::plus);
  }
}
