package dev.baton.management.rest;

import dev.baton.api.cluster.Cluster.Member;
import dev.baton.api.cluster.Cluster.Presence;
import dev.baton.api.cluster.NodeInfo;
import dev.baton.api.cluster.NodeRole;
import dev.baton.api.cluster.Pause;
import dev.baton.api.cluster.Paused;
import dev.baton.api.statistics.LiveCounts;
import dev.baton.api.statistics.SeriesFilter;
import dev.baton.api.statistics.StatisticsSeries;
import dev.baton.api.statistics.TaskStatistics;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Types and buckets: what waits, who runs it, how it went within the last hour. */
final class TypeRoutes {
  private static final Duration HOUR = Duration.ofHours(1);

  private TypeRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
            "/types",
            Right.VIEW,
            "The types there are tasks of, that nodes run, or that did something within an hour",
            "TypeList",
            TypeRoutes::types),
        Route.get("/buckets", Right.VIEW, "The buckets", "BucketList", TypeRoutes::buckets));
  }

  /** What is known of one type or bucket. */
  private static final class Seen {
    final TreeSet<String> buckets = new TreeSet<>();
    final TreeSet<String> nodes = new TreeSet<>();
    final Map<Status, Long> live = new EnumMap<>(Status.class);
    TaskStatistics lastHour = TaskStatistics.none();

    ObjectNode counts() {
      ObjectNode node = Json.object();
      live.forEach((status, count) -> node.put(status.name(), count));
      return node;
    }
  }

  private static Response types(Call call) {
    call.require(Right.VIEW);
    TreeMap<String, Seen> types = new TreeMap<>();
    LiveCounts counts = call.baton().statistics().counts();
    for (LiveCounts.Group group : counts.groups()) {
      if (call.caller().sees(group.type(), group.bucket())) {
        Seen seen = types.computeIfAbsent(group.type(), ignored -> new Seen());
        seen.buckets.add(group.bucket());
        seen.live.merge(group.status(), group.count(), Long::sum);
      }
    }
    for (StatisticsSeries.Series series : lastHour(call)) {
      if (call.caller().sees(series.type(), series.bucket())) {
        Seen seen = types.computeIfAbsent(series.type(), ignored -> new Seen());
        seen.buckets.add(series.bucket());
        seen.lastHour = seen.lastHour.plus(series.total());
      }
    }
    List<NodeInfo.Card> servers = servers(call);
    for (NodeInfo.Card card : servers) {
      for (String type : card.types()) {
        // Of X* it is only known once there are tasks of it.
        if (!type.endsWith(NodeInfo.Card.ANY) && seesType(call, type, card)) {
          types.computeIfAbsent(type, ignored -> new Seen());
        }
      }
      types.forEach((type, seen) -> addNode(seen, card, card.runs(type)));
    }
    List<Paused> pauses = Nodes.pauses(call.baton());
    ArrayNode items = Json.array();
    types.forEach((type, seen) -> items.add(type(type, seen, pauses)));
    return Json.answer(StatisticsRoutes.withBounds(Pages.of(items), counts));
  }

  private static boolean seesType(Call call, String type, NodeInfo.Card card) {
    return card.buckets().stream().anyMatch(bucket -> call.caller().sees(type, bucket));
  }

  private static void addNode(Seen seen, NodeInfo.Card card, boolean runs) {
    if (runs) {
      seen.nodes.add(card.name());
    }
  }

  private static ObjectNode type(String type, Seen seen, List<Paused> pauses) {
    ObjectNode node = Json.object().put("type", type);
    node.set("buckets", Json.strings(seen.buckets));
    node.set("live", seen.counts());
    node.set("nodes", Json.strings(seen.nodes));
    node.put(
        "paused", isPaused(pauses, pause -> type.equals(pause.type()) && pause.bucket() == null));
    ObjectNode hour = node.putObject("lastHour");
    StatisticsRoutes.put(hour, seen.lastHour);
    hour.put("perMinute", seen.lastHour.done() / (double) HOUR.toMinutes());
    return node;
  }

  private static Response buckets(Call call) {
    call.require(Right.VIEW);
    TreeMap<String, Seen> buckets = new TreeMap<>();
    LiveCounts counts = call.baton().statistics().counts();
    for (LiveCounts.Group group : counts.groups()) {
      if (call.caller().sees(group.type(), group.bucket())) {
        buckets
            .computeIfAbsent(group.bucket(), ignored -> new Seen())
            .live
            .merge(group.status(), group.count(), Long::sum);
      }
    }
    for (NodeInfo.Card card : servers(call)) {
      for (String bucket : card.buckets()) {
        boolean sees = card.types().stream().anyMatch(type -> call.caller().sees(type, bucket));
        if (sees || buckets.containsKey(bucket)) {
          buckets.computeIfAbsent(bucket, ignored -> new Seen()).nodes.add(card.name());
        }
      }
    }
    List<Paused> pauses = Nodes.pauses(call.baton());
    ArrayNode items = Json.array();
    buckets.forEach((bucket, seen) -> items.add(bucket(bucket, seen, pauses)));
    return Json.answer(StatisticsRoutes.withBounds(Pages.of(items), counts));
  }

  private static ObjectNode bucket(String bucket, Seen seen, List<Paused> pauses) {
    ObjectNode node = Json.object().put("bucket", bucket);
    node.set("live", seen.counts());
    node.set("nodes", Json.strings(seen.nodes));
    node.put(
        "paused", isPaused(pauses, pause -> bucket.equals(pause.bucket()) && pause.type() == null));
    return node;
  }

  /** Whether all of it is: a pause of one key leaves the others alone. */
  private static boolean isPaused(List<Paused> pauses, Predicate<Pause> whole) {
    return pauses.stream().map(Paused::pause).filter(pause -> pause.key() == null).anyMatch(whole);
  }

  private static List<StatisticsSeries.Series> lastHour(Call call) {
    return call.baton().statistics().series(SeriesFilter.last(HOUR).step(HOUR)).series();
  }

  private static List<NodeInfo.Card> servers(Call call) {
    return Nodes.of(call.baton()).stream()
        .filter(member -> member.presence() == Presence.LIVE)
        .map(Member::node)
        .map(NodeInfo::card)
        .filter(card -> card.role() == NodeRole.SERVER)
        .toList();
  }
}
