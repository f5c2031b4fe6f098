package dev.baton.management.rest;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.task.Status;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for counts of live tasks and for statistics of finished work. */
final class StatisticsRoutes {
  private static final int HOUR = 60;
  static final int WEEK = 7 * 24 * HOUR;
  private static final int DEFAULT_POINTS = 120;
  private static final double NANOS_PER_MILLI = 1_000_000.0;

  private StatisticsRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
                "/counts",
                Right.VIEW,
                "Counts live tasks by bucket, type and status",
                "CountList",
                StatisticsRoutes::counts)
            .query(List.of(Field.choice("by", List.of("status"), "Adds up all types and buckets"))),
        Route.get(
                "/statistics",
                Right.VIEW,
                "Returns statistics over time, by bucket and type",
                "StatisticsList",
                StatisticsRoutes::statistics)
            .query(
                List.of(
                    Field.integer(
                        "minutes", 1, WEEK, "Length of the period up to now; 60 by default"),
                    Field.integer(
                        "step",
                        1,
                        24 * HOUR,
                        "Minutes per point; by default about 120 points, or whole hours for more"
                            + " than a day"),
                    Field.integer("daysAgo", 1, 7, "The same period some days ago"),
                    Field.text("type", TaskSpec.MAX_TYPE, "Only of this type"),
                    Field.text("bucket", 60, "Only of this bucket"),
                    Field.choice(
                        "by",
                        List.of("bucket", "type"),
                        "Whether each bucket of a type has its own series, which is the"
                            + " default"))));
  }

  private static Response counts(Call call) {
    call.require(Right.VIEW);
    LiveCounts counts = call.baton().statistics().counts();
    ObjectNode node = Json.object();
    Json.put(node, "now", Instant.now());
    withBounds(node, counts);
    List<LiveCounts.Group> seen =
        counts.groups().stream()
            .filter(group -> call.caller().sees(group.type(), group.bucket()))
            .toList();
    ArrayNode items = node.putArray("items");
    if ("status".equals(call.query().text("by"))) {
      Map<Status, Long> sums = new EnumMap<>(Status.class);
      seen.forEach(group -> sums.merge(group.status(), group.count(), Long::sum));
      sums.forEach((status, count) -> count(items.addObject(), status, count));
    } else {
      for (LiveCounts.Group group : seen) {
        ObjectNode item = items.addObject();
        item.put("bucket", group.bucket()).put("type", group.type());
        count(item, group.status(), group.count());
      }
    }
    retrying(call, node);
    return Json.answer(node);
  }

  private static void count(ObjectNode item, Status status, long count) {
    item.put("status", status.name()).put("count", count);
  }

  /** Adds the time of the counts, and whether more tasks may exist. */
  static ObjectNode withBounds(ObjectNode node, LiveCounts counts) {
    Json.put(node, "takenAt", counts.takenAt());
    return node.put("exact", counts.complete()).put("atLeast", counts.atLeast());
  }

  /** Adds the number of tasks that wait for a retry, without those that the caller may not see. */
  static void retrying(Call call, ObjectNode node) {
    Failing retrying = call.baton().statistics().retrying();
    long count =
        retrying.groups().stream()
            .filter(group -> call.caller().sees(group.type(), group.bucket()))
            .mapToLong(Failing.Group::count)
            .sum();
    node.put("retrying", count).put("retryingExact", retrying.complete());
  }

  /** Returns the statistics, or null if reading them takes too long. */
  static @Nullable StatisticsSeries seriesOrNull(Call call, SeriesFilter filter) {
    try {
      return call.baton().statistics().series(filter);
    } catch (SearchTimeoutException tooMuch) {
      return null;
    }
  }

  /** Returns whole hours for more than a day, because hourly statistics are fast to read. */
  private static int usualStep(int minutes) {
    int step = Math.max(1, minutes / DEFAULT_POINTS);
    return minutes > 24 * HOUR ? (step + HOUR - 1) / HOUR * HOUR : step;
  }

  private static Response statistics(Call call) {
    call.require(Right.VIEW);
    Input query = call.query();
    int minutes = query.integer("minutes", HOUR);
    int step = query.integer("step", usualStep(minutes));
    if (step > minutes) {
      throw HttpProblem.field("step", "should be at most " + minutes + ", the requested minutes");
    }
    if (minutes / step > SeriesFilter.MAX_POINTS) {
      throw HttpProblem.field(
          "step", "gives more than " + SeriesFilter.MAX_POINTS + " points; choose a longer step");
    }
    SeriesFilter filter =
        new SeriesFilter(
            begin(query.integer("daysAgo", 0), minutes),
            Duration.ofMinutes(minutes),
            Duration.ofMinutes(step),
            Optional.ofNullable(said(query, "type")),
            Optional.ofNullable(said(query, "bucket")));
    StatisticsSeries series = call.baton().statistics().series(filter);
    ObjectNode node = Json.object();
    Json.put(node, "from", series.from());
    node.put("stepSeconds", series.step().toSeconds()).put("points", series.points());
    List<StatisticsSeries.Series> seen =
        series.series().stream()
            .filter(one -> call.caller().sees(one.type(), one.bucket()))
            .toList();
    ArrayNode all = node.putArray("series");
    if ("type".equals(query.text("by"))) {
      byType(seen, all);
    } else {
      seen.forEach(one -> points(all.addObject().put("bucket", one.bucket()), one));
    }
    return Json.answer(node);
  }

  /** Returns the first minute of a period some days ago; empty for a period up to now. */
  private static Optional<Instant> begin(int daysAgo, int minutes) {
    return daysAgo == 0
        ? Optional.empty()
        : Optional.of(
            Instant.now()
                .truncatedTo(ChronoUnit.MINUTES)
                .minus(daysAgo, ChronoUnit.DAYS)
                .minus(minutes - 1L, ChronoUnit.MINUTES));
  }

  /**
   * Adds up the histograms of several buckets before computing quantiles, so the quantile of the
   * sum is exact.
   */
  private static void byType(List<StatisticsSeries.Series> series, ArrayNode all) {
    TreeMap<String, TreeMap<Instant, TaskStatistics>> types = new TreeMap<>();
    for (StatisticsSeries.Series one : series) {
      TreeMap<Instant, TaskStatistics> sums =
          types.computeIfAbsent(one.type(), type -> new TreeMap<>());
      one.points()
          .forEach(point -> sums.merge(point.at(), point.statistics(), TaskStatistics::plus));
    }
    types.forEach(
        (type, sums) -> {
          List<StatisticsSeries.Point> points = new ArrayList<>();
          sums.forEach((at, statistics) -> points.add(new StatisticsSeries.Point(at, statistics)));
          points(all.addObject(), new StatisticsSeries.Series("", type, points));
        });
  }

  private static void points(ObjectNode shown, StatisticsSeries.Series series) {
    shown.put("type", series.type());
    ArrayNode points = shown.putArray("points");
    series.points().forEach(point -> points.add(view(point)));
  }

  private static @Nullable String said(Input query, String name) {
    @Nullable String text = query.text(name);
    return text == null || text.isEmpty() ? null : text;
  }

  private static ObjectNode view(StatisticsSeries.Point point) {
    ObjectNode node = Json.object();
    Json.put(node, "at", point.at());
    node.put("started", point.statistics().started());
    put(node, point.statistics());
    return node;
  }

  /** Adds the counts of finished work and the times. */
  static void put(ObjectNode node, TaskStatistics statistics) {
    node.put("added", statistics.added())
        .put("done", statistics.done())
        .put("failed", statistics.failed());
    node.put("errors", statistics.errors()).put("retried", statistics.retried());
    node.put("lost", statistics.lost());
    put(node, "wait", statistics.waited());
    put(node, "run", statistics.ran());
  }

  private static void put(ObjectNode node, String what, Histogram times) {
    Json.put(node, what + "P50Ms", millis(times.quantile(0.5)));
    Json.put(node, what + "P99Ms", millis(times.quantile(0.99)));
  }

  private static @Nullable Double millis(@Nullable Duration time) {
    return time == null ? null : time.toNanos() / NANOS_PER_MILLI;
  }
}
