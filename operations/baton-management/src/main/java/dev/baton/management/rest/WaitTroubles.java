package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.statistics.Backlog;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stuck;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds tasks that wait longer than they should, and pauses. Used by one thread, for one request.
 */
final class WaitTroubles {
  /** Age at which a ready task is reported, even if nothing else is wrong. */
  private static final Duration OLD = Duration.ofMinutes(5);

  /** Number of late types whose oldest task is explained. */
  private static final int MAX_EXPLAINED = 5;

  private static final int MAX_BACKLOGS = 20;

  private final Call call;
  private final TroubleList list;
  private final Pausers pausers;
  private final List<Paused> pauses;

  /** Types for which a line already says why their ready tasks wait. */
  private final Set<String> explained = new TreeSet<>();

  WaitTroubles(Call call, TroubleList list, List<Paused> pauses, Pausers pausers) {
    this.call = call;
    this.list = list;
    this.pauses = pauses;
    this.pausers = pausers;
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

  /** Reports backlogs that grow, by type: their sizes change all the time. */
  void growing(LiveCounts counts, StatisticsSeries lastHour) {
    List<Backlog> backlogs = new ArrayList<>(backlogs(call, counts, lastHour));
    backlogs.sort(Comparator.comparing(Backlog::type));
    for (Backlog one : backlogs) {
      boolean isPaused =
          pauses.stream().anyMatch(paused -> stops(paused.pause(), null, one.type()));
      if (one.trend() == Backlog.Trend.GROWING && !isPaused) {
        explained.add(one.type());
        list.add(
            "GROWING",
            one.type(),
            TroubleList.number(one.ready())
                + " ready tasks of type "
                + one.type()
                + " wait, and more are added than end: "
                + TroubleList.number(Math.round(one.addedPerMinute()))
                + " and "
                + TroubleList.number(Math.round(one.endedPerMinute()))
                + " a minute. Raise its limit, or add nodes",
            one.ready(),
            one.type(),
            "#/tasks?status=READY&order=oldest&type=" + TroubleList.encoded(one.type()));
      }
    }
  }

  /** Returns whether a pause stops all tasks of the type, in the bucket or in all buckets. */
  private static boolean stops(Pause pause, @Nullable String bucket, String type) {
    return pause.key() == null
        && (pause.type() == null || pause.type().equals(type))
        && (pause.bucket() == null || pause.bucket().equals(bucket));
  }

  void stuck() {
    Stuck stuck = call.baton().statistics().stuck();
    int left = MAX_EXPLAINED;
    for (Stuck.Group group : stuck.groups()) {
      boolean isQueued = group.kind() == Stuck.Kind.QUEUED_TOO_LONG;
      boolean isExplained = isQueued && explained.contains(group.type());
      if (isExplained || !call.caller().sees(group.type(), group.bucket())) {
        continue;
      }
      // Reasons name limits and nodes, which also serve tasks that the caller may not see.
      WaitReason why =
          isQueued && call.caller().seesEverything() && left-- > 0 ? obstacle(group) : null;
      boolean isFull = why instanceof WaitReason.LimitFull || why instanceof WaitReason.RateSpent;
      explained.add(group.type());
      ObjectNode node =
          list.add(
              isFull ? "LIMIT" : "STUCK",
              group.type() + " " + group.bucket() + " " + group.kind(),
              TroubleList.tasks(group.count(), stuck.complete())
                  + " of type "
                  + group.type()
                  + late(group.kind(), group.count() == 1)
                  + TroubleList.seconds(group.since())
                  + (why == null ? "" : ": " + words(why))
                  + todo(group.kind(), why),
              group.count(),
              group.type(),
              "#/tasks?stuck=true&status="
                  + status(group.kind())
                  + "&type="
                  + TroubleList.encoded(group.type())
                  + "&bucket="
                  + TroubleList.encoded(group.bucket()),
              group.since());
      if (isFull) {
        TroubleList.action(node, "Limits", "#/limits");
      } else if (why instanceof WaitReason.IsPaused) {
        TroubleList.action(node, "Pauses", "#/types");
      } else {
        TroubleList.action(node, "Nodes", "#/nodes");
      }
    }
  }

  /** Returns the reason without the ids of the tasks that use a limit. */
  private static String words(WaitReason why) {
    return why instanceof WaitReason.LimitFull full
        ? new WaitReason.LimitFull(full.limit(), full.key(), full.slots(), List.of()).words()
        : why.words();
  }

  /** Returns what to do about late tasks. */
  private static String todo(Stuck.Kind kind, @Nullable WaitReason why) {
    if (kind == Stuck.Kind.LEASE_LAPSED || kind == Stuck.Kind.OVERDUE) {
      return ". No node moves them: start a node with a sweeper, or end the transaction that"
          + " locks their rows";
    }
    if (why instanceof WaitReason.NoNode) {
      return ". Start a node that runs the type, or fail the tasks";
    }
    if (why instanceof WaitReason.LimitFull || why instanceof WaitReason.RateSpent) {
      return ". Set the limit, or wait";
    }
    return why == null ? ". Add nodes or slots" : "";
  }

  private static String late(Stuck.Kind kind, boolean one) {
    return switch (kind) {
      case LEASE_LAPSED -> (one ? " is" : " are") + " stuck: without a valid lease since ";
      case OVERDUE -> (one ? " is" : " are") + " stuck: due since ";
      case QUEUED_TOO_LONG -> (one ? " has" : " have") + " waited for a start since ";
    };
  }

  /** Returns why the oldest task of the group isn't started, if a person can change that. */
  private @Nullable WaitReason obstacle(Stuck.Group group) {
    if (group.first().isEmpty()) {
      return null;
    }
    return call.baton().operations().task(group.first().get(0)).explain().reasons().stream()
        .filter(
            reason ->
                reason instanceof WaitReason.NoNode
                    || reason instanceof WaitReason.LimitFull
                    || reason instanceof WaitReason.RateSpent
                    || reason instanceof WaitReason.IsPaused)
        .findFirst()
        .orElse(null);
  }

  private static Status status(Stuck.Kind kind) {
    return switch (kind) {
      case LEASE_LAPSED -> Status.RUNNING;
      case OVERDUE -> Status.WAITING;
      case QUEUED_TOO_LONG -> Status.READY;
    };
  }

  void old(OldestReady ready) {
    TreeMap<String, Instant> byType = new TreeMap<>();
    for (OldestReady.Group group : ready.groups()) {
      boolean isOld = group.age().compareTo(OLD) > 0;
      boolean isExplained =
          explained.contains(group.type())
              || pauses.stream()
                  .anyMatch(paused -> stops(paused.pause(), group.bucket(), group.type()));
      if (isOld && !isExplained && call.caller().sees(group.type(), group.bucket())) {
        byType.merge(group.type(), group.since(), (a, b) -> a.isBefore(b) ? a : b);
      }
    }
    byType.forEach(
        (type, since) ->
            list.add(
                "OLD_READY",
                type,
                "a task of type "
                    + type
                    + " has been ready since "
                    + TroubleList.seconds(since)
                    + ". Open it to see why it waits",
                1,
                type,
                "#/tasks?status=READY&order=oldest&type=" + TroubleList.encoded(type),
                since));
  }

  void paused(LiveCounts counts) {
    pauses.forEach(paused -> paused(paused, counts));
  }

  private void paused(Paused paused, LiveCounts counts) {
    Pause pause = paused.pause();
    if (!call.caller().mayAll(Right.VIEW, PauseRoutes.scope(pause))) {
      return;
    }
    Pausers.@Nullable Pauser pauser = pausers.of(paused);
    long waiting =
        pause.key() != null
            ? 0
            : counts.groups().stream()
                .filter(group -> group.status() == Status.READY)
                .filter(group -> stops(pause, group.bucket(), group.type()))
                .mapToLong(LiveCounts.Group::count)
                .sum();
    ObjectNode node =
        list.add(
            "PAUSED",
            what(pause),
            what(pause)
                + " paused since "
                + TroubleList.seconds(paused.since())
                + (pauser == null ? "" : pauser.words())
                + ": "
                + paused.reason()
                + (waiting == 0
                    ? ""
                    : "; " + TroubleList.tasks(waiting, !counts.atLeast()) + " ready"),
            1,
            pause.type(),
            "#/types",
            paused.since());
    if (pauser != null) {
      node.put("by", pauser.name());
    }
    if (call.caller().mayAll(Right.CONFIGURE, PauseRoutes.scope(pause))) {
      ObjectNode body =
          node.putObject("action")
              .put("label", "Resume")
              .put("path", "/pauses/resume")
              .putObject("body");
      Json.put(body, "bucket", pause.bucket());
      Json.put(body, "type", pause.type());
      Json.put(body, "key", pause.key());
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
    return String.join(", ", names);
  }
}
