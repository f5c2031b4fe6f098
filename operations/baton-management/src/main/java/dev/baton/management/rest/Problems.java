package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.statistics.Backlog;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stuck;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds what needs a person, worst first. Used by one thread, for one request. */
final class Problems {
  /** Age at which a ready task is reported, even if nothing else is wrong. */
  private static final Duration OLD = Duration.ofMinutes(5);

  /** More entries than a person reads. */
  private static final int MAX_PER_KIND = 100;

  private static final int MAX_BACKLOGS = 20;

  private final Call call;
  private final ArrayNode found = Json.array();
  private final TreeMap<String, Integer> ofKind = new TreeMap<>();

  Problems(Call call) {
    this.call = call;
  }

  ArrayNode found(
      LiveCounts counts,
      OldestReady ready,
      @Nullable StatisticsSeries lastHour,
      List<Member> members) {
    database();
    errors(counts);
    failing();
    if (lastHour == null) {
      unknownHour();
    } else {
      failed(lastHour);
    }
    stuck();
    if (lastHour != null) {
      growing(counts, lastHour);
    }
    members.stream().filter(member -> member.presence() == Presence.SILENT).forEach(this::silent);
    old(ready);
    Nodes.pauses(call.baton()).forEach(this::paused);
    ofKind.forEach(this::rest);
    return found;
  }

  /** Reports the warnings of this node. The other nodes use the same database. */
  private void database() {
    for (StoreWarning warning : call.baton().cluster().storeWarnings()) {
      add("DATABASE", warning.message(), 1, null, "#/nodes");
    }
  }

  private void errors(LiveCounts counts) {
    TreeMap<String, Long> byType = new TreeMap<>();
    for (LiveCounts.Group group : counts.groups()) {
      if (group.status() == Status.ERROR && call.caller().sees(group.type(), group.bucket())) {
        byType.merge(group.type(), group.count(), Long::sum);
      }
    }
    byType.forEach(
        (type, count) ->
            add(
                "ERROR",
                many(count, !counts.atLeast())
                    + (count == 1 ? " task" : " tasks")
                    + " of type "
                    + type
                    + " in ERROR",
                count,
                type,
                "#/tasks?status=ERROR&type=" + encoded(type)));
  }

  /** Reports tasks that fail repeatedly, by type and bucket, each group with its latest error. */
  private void failing() {
    Failing failing = call.baton().statistics().failing();
    List<Failing.Group> groups =
        failing.groups().stream()
            .filter(group -> call.caller().sees(group.type(), group.bucket()))
            .toList();
    Set<UUID> latest = new TreeSet<>();
    groups.stream().limit(MAX_PER_KIND).forEach(group -> latest.add(group.latest()));
    Map<UUID, String> errors = new TreeMap<>();
    if (!latest.isEmpty()) {
      for (TaskInfo task : call.baton().operations().search(TaskFilter.all().ids(latest))) {
        task.error().ifPresent(error -> errors.put(task.id(), error));
      }
    }
    for (Failing.Group group : groups) {
      String read = call.site().redaction().apply(errors.getOrDefault(group.latest(), ""));
      String shown = Texts.kept(read, TaskView.MAX_ERROR_IN_LISTS);
      String error = shown.lines().findFirst().orElse("");
      add(
          "FAILING",
          words(group, failing.complete()) + (error.isEmpty() ? "" : "; latest error: " + error),
          group.count(),
          group.type(),
          "#/tasks?retrying=true&attempts="
              + Failing.MIN_ATTEMPTS
              + "&type="
              + encoded(group.type())
              + "&bucket="
              + encoded(group.bucket()));
    }
  }

  private static String words(Failing.Group group, boolean complete) {
    return many(group.count(), complete)
        + (group.count() == 1 ? " task" : " tasks")
        + " of type "
        + group.type()
        + " failed "
        + Failing.MIN_ATTEMPTS
        + " times or more and will be retried; most attempts: "
        + group.maxAttempts();
  }

  /**
   * Reports that the last hour couldn't be read, because the page must not say that nothing is
   * wrong without having read it.
   */
  private void unknownHour() {
    add(
        "UNKNOWN",
        "it is unknown what failed in the last hour, and whether a backlog grows: the statistics"
            + " have so many types that the query takes too long",
        1,
        null,
        "#/tasks?status=FAILED");
  }

  private void failed(StatisticsSeries lastHour) {
    TreeMap<String, Long> byType = new TreeMap<>();
    for (StatisticsSeries.Series one : lastHour.series()) {
      if (call.caller().sees(one.type(), one.bucket())) {
        byType.merge(one.type(), one.total().failed(), Long::sum);
      }
    }
    byType.values().removeIf(count -> count == 0);
    byType.forEach(
        (type, count) ->
            add(
                "FAILED",
                number(count)
                    + (count == 1 ? " task" : " tasks")
                    + " of type "
                    + type
                    + " ended FAILED in the last hour",
                count,
                type,
                "#/tasks?status=FAILED&type="
                    + encoded(type)
                    + "&finishedFrom="
                    + encoded(lastHour.from().toString())));
  }

  /** Returns the largest backlogs, of types for which the caller may see all ready tasks. */
  static List<Backlog> backlogs(Call call, LiveCounts counts, StatisticsSeries lastHour) {
    LiveCounts seen =
        new LiveCounts(
            counts.takenAt(),
            counts.complete(),
            counts.atLeast(),
            counts.groups().stream()
                .filter(group -> call.caller().sees(group.type(), group.bucket()))
                .toList());
    List<StatisticsSeries.Series> series =
        lastHour.series().stream()
            .filter(one -> call.caller().sees(one.type(), one.bucket()))
            .toList();
    return Backlog.of(
            seen, new StatisticsSeries(lastHour.from(), lastHour.step(), lastHour.points(), series))
        .stream()
        .limit(MAX_BACKLOGS)
        .toList();
  }

  private void growing(LiveCounts counts, StatisticsSeries lastHour) {
    for (Backlog one : backlogs(call, counts, lastHour)) {
      if (one.trend() == Backlog.Trend.GROWING) {
        add(
            "GROWING",
            number(one.ready())
                + " ready tasks of type "
                + one.type()
                + " wait, and more are added than end: "
                + number(Math.round(one.addedPerMinute()))
                + " and "
                + number(Math.round(one.endedPerMinute()))
                + " a minute",
            one.ready(),
            one.type(),
            "#/tasks?status=READY&order=oldest&type=" + encoded(one.type()));
      }
    }
  }

  /** Formats a count, with "at least" if it is incomplete. */
  private static String many(long count, boolean complete) {
    return (complete ? "" : "at least ") + number(count);
  }

  private void stuck() {
    Stuck stuck = call.baton().statistics().stuck();
    for (Stuck.Group group : stuck.groups()) {
      if (call.caller().sees(group.type(), group.bucket())) {
        String what = group.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        add(
            "STUCK",
            many(group.count(), stuck.complete())
                + " of type "
                + group.type()
                + " stuck: "
                + what
                + " since "
                + group.since(),
            group.count(),
            group.type(),
            "#/tasks?stuck=true&status="
                + status(group.kind())
                + "&type="
                + encoded(group.type())
                + "&bucket="
                + encoded(group.bucket()));
      }
    }
  }

  private static Status status(Stuck.Kind kind) {
    return switch (kind) {
      case LEASE_LAPSED -> Status.RUNNING;
      case OVERDUE -> Status.WAITING;
      case QUEUED_TOO_LONG -> Status.READY;
    };
  }

  private void silent(Member member) {
    add(
        "SILENT_NODE",
        "node "
            + member.node().card().name()
            + " has sent no heartbeat since "
            + member.node().heardAt(),
        1,
        null,
        "#/nodes");
  }

  private void old(OldestReady ready) {
    TreeMap<String, Duration> byType = new TreeMap<>();
    for (OldestReady.Group group : ready.groups()) {
      boolean isOld = group.age().compareTo(OLD) > 0;
      if (isOld && call.caller().sees(group.type(), group.bucket())) {
        byType.merge(group.type(), group.age(), (a, b) -> a.compareTo(b) > 0 ? a : b);
      }
    }
    byType.forEach(
        (type, age) ->
            add(
                "OLD_READY",
                "a task of type " + type + " has been ready for " + words(age),
                1,
                type,
                "#/tasks?status=READY&order=oldest&type=" + encoded(type)));
  }

  private void paused(Paused paused) {
    String type = paused.pause().type();
    if (call.caller().mayAll(Right.VIEW, PauseRoutes.scope(paused.pause()))) {
      String text = what(paused.pause()) + " since " + paused.since() + ": " + paused.reason();
      add("PAUSED", text, 1, type, "#/types");
    }
  }

  private static String what(Pause pause) {
    List<String> names = new ArrayList<>();
    if (pause.type() != null) {
      names.add("type " + pause.type());
    }
    if (pause.key() != null) {
      names.add("key " + pause.key());
    }
    if (pause.bucket() != null) {
      names.add("bucket " + pause.bucket());
    }
    return String.join(", ", names) + " paused";
  }

  /** Adds the number of entries of a kind beyond the maximum. */
  private void rest(String kind, int all) {
    int more = all - MAX_PER_KIND;
    if (more > 0) {
      found
          .addObject()
          .put("kind", kind)
          .put("text", "and " + number(more) + " more like these")
          .put("count", more)
          .put("link", linkToAll(kind));
    }
  }

  private static String linkToAll(String kind) {
    return switch (kind) {
      case "ERROR" -> "#/tasks?status=ERROR";
      case "STUCK" -> "#/tasks?stuck=true";
      case "FAILING" -> "#/tasks?retrying=true&attempts=" + Failing.MIN_ATTEMPTS;
      case "FAILED" -> "#/tasks?status=FAILED";
      case "SILENT_NODE", "DATABASE" -> "#/nodes";
      case "OLD_READY", "GROWING" -> "#/tasks?status=READY&order=oldest";
      default -> "#/types";
    };
  }

  private void add(String kind, String text, long count, @Nullable String type, String link) {
    int told = ofKind.merge(kind, 1, Integer::sum);
    if (told > MAX_PER_KIND) {
      return;
    }
    ObjectNode node = found.addObject().put("kind", kind);
    node.put("text", call.site().redaction().apply(text)).put("count", count);
    Json.put(node, "type", type);
    node.put("link", link);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String words(Duration age) {
    return age.toMinutes() + " minutes";
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
