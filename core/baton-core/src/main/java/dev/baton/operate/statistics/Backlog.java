package dev.baton.operate.statistics;

import dev.baton.task.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ready tasks of a type that wait for a slot, and whether they get fewer: an estimate from what was
 * added and what ended in the last minutes, which holds if both go on so.
 *
 * @param ready how many are ready now
 * @param addedPerMinute how many were added in a minute, those that are due later included
 * @param endedPerMinute how many ended in a minute, or stopped in ERROR
 */
public record Backlog(String type, long ready, double addedPerMinute, double endedPerMinute) {
  /** Fewer ready tasks than these are on their way, not a backlog. */
  public static final int MIN_READY = 100;

  /** Minutes that count, before the one that isn't over. */
  public static final int MINUTES = 15;

  /** What has come of a backlog in the last minutes. */
  public enum Trend {
    /** More were added than ended, and by so many that half of it may be of these minutes. */
    GROWING,
    /** It gets smaller. */
    DRAINING,
    /** It neither grows nor drains by much. */
    STEADY
  }

  /**
   * By size, the largest first; none while only lower bounds are known.
   *
   * @param counts the live tasks now
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
    List<Backlog> backlogs = new ArrayList<>();
    ready.forEach(
        (type, count) -> {
          TaskStatistics done = recent.getOrDefault(type, TaskStatistics.none());
          long ended = done.done() + done.failed() + done.errors();
          backlogs.add(
              new Backlog(type, count, done.added() / (double) MINUTES, ended / (double) MINUTES));
        });
    backlogs.sort(Comparator.comparing(Backlog::ready).reversed());
    return backlogs;
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

  public Trend trend() {
    double change = (addedPerMinute - endedPerMinute) * MINUTES;
    if (change > 0 && change * 2 >= ready) {
      return Trend.GROWING;
    }
    return drainedIn() == null ? Trend.STEADY : Trend.DRAINING;
  }

  /** When it is drained, if all goes on so; null where that isn't within a week. */
  public @Nullable Duration drainedIn() {
    double minutes = ready / (endedPerMinute - addedPerMinute);
    boolean drains = endedPerMinute > addedPerMinute && minutes <= Duration.ofDays(7).toMinutes();
    return drains ? Duration.ofSeconds(Math.round(minutes * 60)) : null;
  }
}
