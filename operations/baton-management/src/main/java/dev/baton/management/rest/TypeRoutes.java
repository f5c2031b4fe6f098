package dev.baton.management.rest;

import dev.baton.cluster.NodeRole;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.Page;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.task.Status;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Routes for types and buckets: waiting tasks, the nodes that run them, and the results of the last
 * hour.
 */
final class TypeRoutes {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int DEFAULT_LIMIT = 100;

  private static final List<StatisticsSeries.Series> NONE = List.of();
  private static final String CONTAINS = "contains";
  private static final List<Field> FIELDS =
      List.of(
          Field.text(CONTAINS, TaskSpec.MAX_TYPE, "Only names that contain this text, in any case"),
          Field.integer(
              "limit",
              1,
              Page.MAX_SIZE,
              "Number of the busiest that are listed; others are added up. "
                  + DEFAULT_LIMIT
                  + " by default"));

  private TypeRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
                "/types",
                Right.VIEW,
                "Lists types with live tasks, types that nodes run, and types active within an"
                    + " hour",
                "TypeList",
                TypeRoutes::types)
            .query(FIELDS),
        Route.get("/buckets", Right.VIEW, "Lists the buckets", "BucketList", TypeRoutes::buckets)
            .query(FIELDS));
  }

  /** The known data of one type or bucket. */
  private static final class Seen {
    final TreeSet<String> buckets = new TreeSet<>();
    final Map<Status, Long> live = new EnumMap<>(Status.class);
    TaskStatistics lastHour = TaskStatistics.none();

    long busy() {
      long ended = lastHour.done() + lastHour.failed() + lastHour.errors();
      return live.values().stream().mapToLong(Long::longValue).sum() + ended;
    }

    void add(Seen other) {
      other.live.forEach((status, count) -> live.merge(status, count, Long::sum));
      lastHour = lastHour.plus(other.lastHour);
    }

    ObjectNode counts() {
      ObjectNode node = Json.object();
      live.forEach((status, count) -> node.put(status.name(), count));
      return node;
    }

    ObjectNode lastHour() {
      ObjectNode hour = Json.object();
      StatisticsRoutes.put(hour, lastHour);
      return hour.put("perMinute", lastHour.done() / (double) HOUR.toMinutes());
    }
  }

  /** The requested types or buckets. The busiest are named, and the others are added up. */
  private static final class RequestedTypes {
    final TreeMap<String, Seen> named = new TreeMap<>();
    final Seen others = new Seen();
    private final String asked;
    private final int limit;
    private boolean hasUnnamed;
    private int left;

    RequestedTypes(Call call) {
      String contains = call.query().text(CONTAINS);
      this.asked = contains == null ? "" : contains.toLowerCase(Locale.ROOT);
      this.limit = call.query().integer("limit", DEFAULT_LIMIT);
    }

    Seen of(String name) {
      if (name.equals(LiveCounts.OTHERS)) {
        hasUnnamed = true;
        return others;
      }
      return has(name) ? named.computeIfAbsent(name, ignored -> new Seen()) : new Seen();
    }

    boolean has(String name) {
      return name.toLowerCase(Locale.ROOT).contains(asked);
    }

    /**
     * Adds up all but the busiest. A type whose complete name was requested stays, even if it isn't
     * busy.
     */
    void addUpOthers() {
      List<Map.Entry<String, Seen>> all = new ArrayList<>();
      named.forEach((name, seen) -> all.add(Map.entry(name, seen)));
      all.sort(
          Comparator.comparing(
                  (Map.Entry<String, Seen> one) -> !one.getKey().equalsIgnoreCase(asked))
              .thenComparing(one -> -one.getValue().busy())
              .thenComparing(Map.Entry::getKey));
      for (Map.Entry<String, Seen> one : all.subList(Math.min(limit, all.size()), all.size())) {
        named.remove(one.getKey());
        others.add(one.getValue());
        left++;
      }
    }

    /** Returns the sum of the others, or null if none were added up. */
    @Nullable ObjectNode othersView() {
      if (left == 0 && !hasUnnamed) {
        return null;
      }
      ObjectNode node = Json.object().put("count", left).put("unnamed", hasUnnamed);
      node.set("live", others.counts());
      return node;
    }
  }

  private static Response types(Call call) {
    call.require(Right.VIEW);
    RequestedTypes found = new RequestedTypes(call);
    LiveCounts counts = call.baton().statistics().counts();
    for (LiveCounts.Group group : counts.groups()) {
      if (call.caller().sees(group.type(), group.bucket())) {
        Seen seen = found.of(group.type());
        seen.buckets.add(group.bucket());
        seen.live.merge(group.status(), group.count(), Long::sum);
      }
    }
    StatisticsSeries hour = StatisticsRoutes.seriesOrNull(call, SeriesFilter.last(HOUR).step(HOUR));
    for (StatisticsSeries.Series series : hour == null ? NONE : hour.series()) {
      if (call.caller().sees(series.type(), series.bucket())) {
        Seen seen = found.of(series.type());
        seen.buckets.add(series.bucket());
        seen.lastHour = seen.lastHour.plus(series.total());
      }
    }
    List<NodeInfo.Card> servers = servers(call);
    for (NodeInfo.Card card : servers) {
      for (String type : card.types()) {
        // A type of X* is only known once it has tasks.
        if (!type.endsWith(NodeInfo.Card.ANY) && found.has(type) && seesType(call, type, card)) {
          found.of(type);
        }
      }
    }
    found.addUpOthers();
    List<Paused> pauses = Nodes.pauses(call.baton());
    ArrayNode items = Json.array();
    found.named.forEach((type, seen) -> items.add(type(type, seen, servers, pauses)));
    ObjectNode others = found.othersView();
    if (others != null) {
      others.set("lastHour", found.others.lastHour());
    }
    return Json.answer(page(items, others, counts).put("hourKnown", hour != null));
  }

  private static boolean seesType(Call call, String type, NodeInfo.Card card) {
    return card.buckets().stream().anyMatch(bucket -> call.caller().sees(type, bucket));
  }

  private static ObjectNode type(
      String type, Seen seen, List<NodeInfo.Card> servers, List<Paused> pauses) {
    ObjectNode node = Json.object().put("type", type);
    node.set("buckets", Json.strings(seen.buckets));
    node.set("live", seen.counts());
    node.set("nodes", names(servers, card -> card.runs(type)));
    node.put(
        "paused", isPaused(pauses, pause -> type.equals(pause.type()) && pause.bucket() == null));
    node.set("lastHour", seen.lastHour());
    return node;
  }

  private static ArrayNode names(List<NodeInfo.Card> servers, Predicate<NodeInfo.Card> which) {
    TreeSet<String> names = new TreeSet<>();
    servers.stream().filter(which).map(NodeInfo.Card::name).forEach(names::add);
    return Json.strings(names);
  }

  private static ObjectNode page(ArrayNode items, @Nullable ObjectNode others, LiveCounts counts) {
    ObjectNode page = StatisticsRoutes.withBounds(Pages.of(items), counts);
    Json.put(page, "others", others);
    return page;
  }

  private static Response buckets(Call call) {
    call.require(Right.VIEW);
    RequestedTypes found = new RequestedTypes(call);
    LiveCounts counts = call.baton().statistics().counts();
    for (LiveCounts.Group group : counts.groups()) {
      if (call.caller().sees(group.type(), group.bucket())) {
        found.of(group.bucket()).live.merge(group.status(), group.count(), Long::sum);
      }
    }
    List<NodeInfo.Card> servers = servers(call);
    for (NodeInfo.Card card : servers) {
      for (String bucket : card.buckets()) {
        if (found.has(bucket)
            && card.types().stream().anyMatch(type -> call.caller().sees(type, bucket))) {
          found.of(bucket);
        }
      }
    }
    found.addUpOthers();
    List<Paused> pauses = Nodes.pauses(call.baton());
    ArrayNode items = Json.array();
    found.named.forEach((bucket, seen) -> items.add(bucket(bucket, seen, servers, pauses)));
    return Json.answer(page(items, found.othersView(), counts));
  }

  private static ObjectNode bucket(
      String bucket, Seen seen, List<NodeInfo.Card> servers, List<Paused> pauses) {
    ObjectNode node = Json.object().put("bucket", bucket);
    node.set("live", seen.counts());
    node.set("nodes", names(servers, card -> card.buckets().contains(bucket)));
    node.put(
        "paused", isPaused(pauses, pause -> bucket.equals(pause.bucket()) && pause.type() == null));
    return node;
  }

  /**
   * Returns whether the whole type or bucket is paused. A pause of one key doesn't stop other keys.
   */
  private static boolean isPaused(List<Paused> pauses, Predicate<Pause> whole) {
    return pauses.stream().map(Paused::pause).filter(pause -> pause.key() == null).anyMatch(whole);
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
