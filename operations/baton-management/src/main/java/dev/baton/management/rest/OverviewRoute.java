package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Panels;
import dev.baton.management.rest.request.Panels.Panel;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.statistics.Backlog;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes of the overview, which shows whether anything is wrong. */
final class OverviewRoute {
  private static final int MINUTES = 60;

  /** Maximum number of running tasks, and of causes of errors, in the overview. */
  private static final int MAX_ROWS = 8;

  private static final Duration BRIEF_WAIT = Duration.ofMillis(300);

  private static final String TROUBLE = "trouble";
  private static final String BACKLOG = "backlog";
  private static final String COUNTS = "counts";
  private static final String LIMITS = "limits";

  /** In the order in which the dashboard needs them. */
  private static final List<String> PARTS = List.of(COUNTS, TROUBLE, BACKLOG, LIMITS);

  private OverviewRoute() {}

  static List<Route> all() {
    return List.of(
        Route.get(
                "/overview",
                Right.VIEW,
                "Shows whether anything is wrong: problems, counts, nodes and limits",
                "Overview",
                OverviewRoute::show)
            .query(List.of(Field.choice("only", PARTS, "Only this part"))),
        Route.get(
                "/overview/panels",
                null,
                "Returns everything that the first view of the dashboard shows: the responses of"
                    + " several routes, each with its own status. A part that takes longer than"
                    + " 2.5 s is pending, and is ready for a later request. The problems that the"
                    + " responding node knows without its database are always present",
                "Panels",
                OverviewRoute::panels)
            .query(
                List.of(
                    Field.integer(
                        "minutes",
                        1,
                        StatisticsRoutes.WEEK,
                        "Period of the statistics; 60 by default"))));
  }

  private static Response panels(Call call) {
    List<Panel> panels = new ArrayList<>();
    PARTS.forEach(part -> panels.add(new Panel(part, "/overview", "only=" + part)));
    int minutes = call.query().integer("minutes", MINUTES);
    panels.add(new Panel("statistics", "/statistics", "by=type&minutes=" + minutes));
    panels.add(new Panel("nodes", "/nodes", null));
    panels.add(new Panel("running", "/tasks", "status=RUNNING&progress=true&limit=" + MAX_ROWS));
    panels.add(new Panel("errors", "/errors", "standing=ERROR&limit=" + MAX_ROWS));
    // While the node knows a problem, its lines don't wait for the database.
    boolean isCalm = TroubleFinder.ofNode(call).isEmpty();
    ObjectNode node = call.site().panels().show(call, panels, isCalm ? Panels.WAIT : BRIEF_WAIT);
    node.set(TROUBLE, TroubleFinder.ofNode(call));
    return Json.answer(node);
  }

  private static Response show(Call call) {
    call.require(Right.VIEW);
    String only = call.query().text("only");
    ObjectNode node = Json.object();
    Json.put(node, "now", Instant.now());
    if (only == null || only.equals(COUNTS)) {
      LiveCounts counts = call.baton().statistics().counts();
      node.set(COUNTS, counts(call, counts));
      oldest(call, call.baton().statistics().oldestReady())
          .ifPresent(age -> node.put("oldestReadySeconds", age.toSeconds()));
    }
    if (only == null || only.equals(TROUBLE)) {
      trouble(call, node);
    }
    if (only == null || only.equals(BACKLOG)) {
      StatisticsSeries lastHour = lastHour(call);
      if (lastHour != null) {
        node.set(BACKLOG, backlog(call, call.baton().statistics().counts(), lastHour));
        node.set("recent", recent(call, lastHour));
      }
    }
    boolean wantsLimits = only == null || only.equals(LIMITS);
    if (wantsLimits && call.caller().seesEverything()) {
      node.set(LIMITS, LimitRoutes.items(call, call.baton().statistics().limits()));
    }
    return Json.answer(node);
  }

  private static void trouble(Call call, ObjectNode node) {
    List<Member> members = Nodes.of(call.baton());
    ArrayNode lines = troubles(call, members);
    AcknowledgementRoutes.show(call, lines);
    node.set(TROUBLE, lines);
    node.set("nodes", nodes(Nodes.current(members)));
  }

  /** Returns the lines of the overview, without the acknowledgements. */
  static ArrayNode troubles(Call call) {
    return troubles(call, Nodes.of(call.baton()));
  }

  private static ArrayNode troubles(Call call, List<Member> members) {
    LiveCounts counts = call.baton().statistics().counts();
    OldestReady ready = call.baton().statistics().oldestReady();
    return TroubleFinder.find(call, counts, ready, lastHour(call), members);
  }

  private static @Nullable StatisticsSeries lastHour(Call call) {
    return StatisticsRoutes.seriesOrNull(call, SeriesFilter.last(Duration.ofMinutes(MINUTES)));
  }

  private static ObjectNode counts(Call call, LiveCounts counts) {
    Map<Status, Long> live = new EnumMap<>(Status.class);
    for (LiveCounts.Group group : counts.groups()) {
      if (call.caller().sees(group.type(), group.bucket())) {
        live.merge(group.status(), group.count(), Long::sum);
      }
    }
    ObjectNode node = Json.object();
    ObjectNode shown = node.putObject("live");
    for (Status status : Status.values()) {
      if (!status.isFinished()) {
        shown.put(status.name(), live.getOrDefault(status, 0L));
      }
    }
    StatisticsRoutes.retrying(call, node);
    return StatisticsRoutes.withBounds(node, counts);
  }

  private static ArrayNode backlog(Call call, LiveCounts counts, StatisticsSeries lastHour) {
    ArrayNode items = Json.array();
    for (Backlog one : WaitTroubles.backlogs(call, counts, lastHour)) {
      ObjectNode item = items.addObject().put("type", one.type()).put("ready", one.ready());
      item.put("addedPerMinute", one.addedPerMinute()).put("endedPerMinute", one.endedPerMinute());
      item.put("trend", one.trend().name());
      Duration drainedIn = one.drainedIn();
      if (drainedIn != null) {
        item.put("drainedInSeconds", drainedIn.toSeconds());
      }
    }
    return items;
  }

  private static Optional<Duration> oldest(Call call, OldestReady ready) {
    return ready.groups().stream()
        .filter(group -> call.caller().sees(group.type(), group.bucket()))
        .map(OldestReady.Group::age)
        .max(Duration::compareTo);
  }

  private static ObjectNode nodes(List<Member> members) {
    ObjectNode node = Json.object();
    for (Presence presence : Presence.values()) {
      long count = members.stream().filter(member -> member.presence() == presence).count();
      node.put(presence.name().toLowerCase(java.util.Locale.ROOT), count);
    }
    node.put(
        "liveServers",
        Nodes.servers(members).stream()
            .filter(member -> member.presence() == Presence.LIVE)
            .count());
    return node;
  }

  private static ObjectNode recent(Call call, StatisticsSeries series) {
    long[] added = new long[series.points()];
    long[] done = new long[series.points()];
    long[] failed = new long[series.points()];
    long stepSeconds = series.step().toSeconds();
    for (StatisticsSeries.Series one : series.series()) {
      if (call.caller().sees(one.type(), one.bucket())) {
        for (StatisticsSeries.Point point : one.points()) {
          long step = Duration.between(series.from(), point.at()).toSeconds() / stepSeconds;
          int at = (int) Math.max(0, Math.min(step, series.points() - 1L));
          added[at] += point.statistics().added();
          done[at] += point.statistics().done();
          failed[at] += point.statistics().failed() + point.statistics().errors();
        }
      }
    }
    ObjectNode node = Json.object();
    Json.put(node, "from", series.from());
    node.put("stepSeconds", stepSeconds);
    node.set("added", array(added));
    node.set("done", array(done));
    node.set("failed", array(failed));
    return node;
  }

  private static ArrayNode array(long[] values) {
    ArrayNode array = Json.array();
    for (long value : values) {
      array.add(value);
    }
    return array;
  }
}
