package dev.baton.operate.statistics;

import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ready tasks of a type that wait for a slot, and the trend of their number. The trend is an
 * estimate from the adds and ends of the last minutes, and assumes that both continue at the same
 * pace.
 *
 * @param ready number of tasks that are ready now
 * @param addedPerMinute number of tasks added per minute, including those that are due later
 * @param endedPerMinute number of tasks that ended or stopped in ERROR per minute
 * @param growingMinutes in how many of the last {@link #LATEST} minutes more tasks were added than
 *     ended
 */
public record Backlog(
    String type, long ready, double addedPerMinute, double endedPerMinute, int growingMinutes) {
  /** Minimum number of ready tasks that counts as a backlog. */
  public static final int MIN_READY = 100;

  /** Number of minutes from which the trend is estimated. The current minute is not included. */
  public static final int MINUTES = 15;

  /** Number of latest minutes that decide whether a backlog still grows. */
  public static final int LATEST = 5;

  /** The trend of a backlog in the last minutes. */
  public enum Trend {
    /**
     * More tasks were added than ended, by at least half of the backlog. This also holds for most
     * of the last {@link #LATEST} minutes, so that a burst that has ended doesn't count.
     */
    GROWING,
    /** The backlog shrinks, and would be empty within a week at the current pace. */
    DRAINING,
    /** The backlog neither grows nor drains. */
    STEADY
  }

  /**
   * Returns the backlogs, largest first; empty while only lower bounds are known.
   *
   * @param counts the current counts of live tasks
   * @param series the last {@link #MINUTES} minutes or more, minute by minute, up to now
   */
  public static List<Backlog> of(LiveCounts counts, StatisticsSeries series) {
    TreeMap<String, Long> ready = new TreeMap<>();
    for (LiveCounts.Group group : counts.groups()) {
      if (group.status() == Status.READY) {
        ready.merge(group.type(), group.count(), Long::sum);
      }
    }
    ready.values().removeIf(count -> count < MIN_READY || counts.atLeast());
    TreeMap<String, TaskStatistics> recent = recent(series);
    TreeMap<String, Integer> growing = growing(series);
    List<Backlog> backlogs = new ArrayList<>();
    ready.forEach(
        (type, count) -> {
          TaskStatistics done = recent.getOrDefault(type, TaskStatistics.none());
          long ended = done.done() + done.failed() + done.errors();
          backlogs.add(
              new Backlog(
                  type,
                  count,
                  done.added() / (double) MINUTES,
                  ended / (double) MINUTES,
                  growing.getOrDefault(type, 0)));
        });
    backlogs.sort(Comparator.comparing(Backlog::ready).reversed());
    return backlogs;
  }

  private static TreeMap<String, Integer> growing(StatisticsSeries series) {
    Instant end = series.from().plus(series.step().multipliedBy(series.points() - 1L));
    Instant begin = end.minus(Duration.ofMinutes(LATEST));
    TreeMap<String, TreeMap<Instant, Long>> changes = new TreeMap<>();
    for (StatisticsSeries.Series one : series.series()) {
      for (StatisticsSeries.Point point : one.points()) {
        if (!point.at().isBefore(begin) && point.at().isBefore(end)) {
          TaskStatistics done = point.statistics();
          changes
              .computeIfAbsent(one.type(), type -> new TreeMap<>())
              .merge(
                  point.at(),
                  done.added() - done.done() - done.failed() - done.errors(),
                  Long::sum);
        }
      }
    }
    TreeMap<String, Integer> growing = new TreeMap<>();
    changes.forEach(
        (type, minutes) ->
            growing.put(
                type, (int) minutes.values().stream().filter(change -> change > 0).count()));
    return growing;
  }

  private static TreeMap<String, TaskStatistics> recent(StatisticsSeries series) {
    var end = series.from().plus(series.step().multipliedBy(series.points() - 1L));
    var begin = end.minus(Duration.ofMinutes(MINUTES));
    TreeMap<String, TaskStatistics> recent = new TreeMap<>();
    for (StatisticsSeries.Series one : series.series()) {
      for (StatisticsSeries.Point point : one.points()) {
        if (!point.at().isBefore(begin) && point.at().isBefore(end)) {
          recent.merge(one.type(), point.statistics(), TaskStatistics::plus);
        }
      }
    }
    return recent;
  }

  /**
   * Returns the trend of the last {@link #MINUTES} minutes; {@link Trend} says when a backlog is
   * growing.
   */
  public Trend trend() {
    double change = (addedPerMinute - endedPerMinute) * MINUTES;
    if (change > 0 && change * 2 >= ready && growingMinutes * 2 > LATEST) {
      return Trend.GROWING;
    }
    return drainedIn() == null ? Trend.STEADY : Trend.DRAINING;
  }

  /**
   * Returns the time until the backlog is empty at the current pace; null if that is more than a
   * week.
   */
  public @Nullable Duration drainedIn() {
    double minutes = ready / (endedPerMinute - addedPerMinute);
    boolean drains = endedPerMinute > addedPerMinute && minutes <= Duration.ofDays(7).toMinutes();
    return drains ? Duration.ofSeconds(Math.round(minutes * 60)) : null;
  }
}
