package dev.baton.management.rest;

import dev.baton.api.internal.RequestFields;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.Explanation;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.operate.statistics.Backlog;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stopped;
import dev.baton.operate.statistics.Stuck;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds what needs a person, worst first. Used by one thread, for one request. */
final class Problems {
  /** Age at which a ready task is reported, even if nothing else is wrong. */
  private static final Duration OLD = Duration.ofMinutes(5);

  /** Number of entries: more than a person reads. */
  private static final int MAX_PER_KIND = 100;

  private static final int MAX_BACKLOGS = 20;

  /** Number of late types whose oldest task is explained. */
  private static final int MAX_EXPLAINED = 5;

  /** Number of nodes that one line names. */
  private static final int MAX_NAMED = 5;

  private final Call call;
  private final ArrayNode found = Json.array();
  private final TreeMap<String, Integer> ofKind = new TreeMap<>();

  /** Types for which a line already says why their ready tasks wait. */
  private final Set<String> explained = new TreeSet<>();

  /** The latest deployment; null if none is known. */
  private @Nullable Deployment deployment;

  /** Number of types whose latest error may still be read. */
  private int errorsLeft = MAX_EXPLAINED;

  private final Pausers pausers;

  Problems(Call call) {
    this.call = call;
    this.pausers = new Pausers(call);
  }

  ArrayNode found(
      LiveCounts counts,
      OldestReady ready,
      @Nullable StatisticsSeries lastHour,
      List<Member> members) {
    deployment = Nodes.deployment(members);
    boolean takesWrites = warnings(members);
    lateLoops(takesWrites);
    boolean isRun = servers(members, takesWrites);
    ScheduleTroubles schedules = call.baton().schedules().troubles();
    Stopped stopped = call.baton().statistics().stopped();
    errors(counts, stopped, schedules);
    failing();
    if (lastHour == null) {
      unknownHour();
    } else {
      failed(lastHour, schedules);
    }
    schedules.items().forEach(item -> schedule(item, schedules.takenAt(), takesWrites && isRun));
    stopped.groups().stream()
        .filter(group -> group.kind() == Stopped.Kind.HELD)
        .forEach(this::held);
    List<Paused> pauses = Nodes.pauses(call.baton());
    // If nothing runs, tasks wait for that reason only.
    if (takesWrites && isRun) {
      if (lastHour != null) {
        growing(counts, lastHour, pauses);
      }
      stuck();
      Nodes.current(members).stream()
          .filter(member -> member.presence() == Presence.SILENT)
          .forEach(this::silent);
      old(ready, pauses);
    }
    pauses.forEach(paused -> paused(paused, counts));
    ofKind.forEach(this::rest);
    return found;
  }

  /**
   * Reports the warnings of this node and of the other live nodes, one line for each kind.
   *
   * @return whether the database takes writes
   */
  private boolean warnings(List<Member> members) {
    Cluster cluster = call.baton().cluster();
    FoundWarning.byKind(cluster.warnings(), members).forEach(this::warning);
    return cluster.storeWarnings().stream()
        .noneMatch(one -> one.kind() == Kind.READ_ONLY || one.kind() == Kind.UNREACHABLE);
  }

  private void warning(String kind, List<FoundWarning> found) {
    FoundWarning first = found.get(0);
    boolean ofNode = FoundWarning.concernsNode(kind);
    if (!FoundWarning.maySee(call.caller(), kind)) {
      return;
    }
    String names =
        found.stream()
            .map(FoundWarning::node)
            .filter(Objects::nonNull)
            .distinct()
            .limit(MAX_NAMED)
            .collect(Collectors.joining(", "));
    Instant since =
        found.stream().map(FoundWarning::since).min(Comparator.naturalOrder()).orElseThrow();
    String text =
        ofNode && !names.isEmpty()
            ? "node " + names + " since " + seconds(since) + ": " + first.message()
            : first.message()
                + ". "
                + (names.isEmpty() ? "Since " : "Found by " + names + " since ")
                + seconds(since);
    add(ofNode ? "NODE" : "DATABASE", kind, text, found.size(), null, "#/nodes", since);
  }

  /** Reports loops of this node that are late for another reason than the database. */
  private void lateLoops(boolean takesWrites) {
    List<String> late = call.baton().lateLoops();
    if (takesWrites && !late.isEmpty()) {
      add(
          "NODE",
          "LOOPS",
          "the responding node doesn't work as it should: its loops "
              + String.join(", ", late)
              + " are late. Check its log, its heap and its CPU, or restart it",
          late.size(),
          null,
          "#/nodes");
    }
  }

  /**
   * Reports that no server is live. Clients run no tasks.
   *
   * @return whether a server is live, or no list of nodes exists
   */
  private boolean servers(List<Member> members, boolean takesWrites) {
    List<Member> servers = Nodes.servers(members);
    boolean isLive = servers.stream().anyMatch(one -> one.presence() == Presence.LIVE);
    if (members.isEmpty() || isLive || !takesWrites) {
      return members.isEmpty() || isLive;
    }
    Instant since = servers.stream().map(Nodes::lastSeen).max(Instant::compareTo).orElse(null);
    String names =
        servers.stream()
            .sorted(Comparator.comparing(Nodes::lastSeen).reversed())
            .limit(MAX_NAMED)
            .map(
                one ->
                    one.node().card().name()
                        + (one.presence() == Presence.LEFT ? " was stopped" : " is silent"))
            .collect(Collectors.joining(", "));
    add(
        "NO_NODE",
        "",
        since == null
            ? "no node runs tasks: no server has sent a heartbeat within a day. Start one"
            : "no node runs tasks since " + seconds(since) + ": " + names + ". Start a node",
        1,
        null,
        "#/nodes",
        since);
    return false;
  }

  private void errors(LiveCounts counts, Stopped stopped, ScheduleTroubles schedules) {
    TreeMap<String, Long> byType = new TreeMap<>();
    for (LiveCounts.Group group : counts.groups()) {
      if (group.status() == Status.ERROR && call.caller().sees(group.type(), group.bucket())) {
        byType.merge(group.type(), group.count(), Long::sum);
      }
    }
    // The line of a schedule counts its runs.
    for (ScheduleTroubles.Item item : visible(schedules)) {
      byType.computeIfPresent(typeOf(item), (type, count) -> positive(count - item.inError()));
    }
    byType.forEach((type, count) -> error(type, count, !counts.atLeast(), stopped));
  }

  private static @Nullable Long positive(long count) {
    return count > 0 ? count : null;
  }

  private void error(String type, long count, boolean exact, Stopped stopped) {
    List<Stopped.Group> groups =
        stopped.groups().stream()
            .filter(group -> group.kind() == Stopped.Kind.ERROR && group.type().equals(type))
            .filter(group -> call.caller().sees(group.type(), group.bucket()))
            .toList();
    Instant since =
        groups.stream().map(Stopped.Group::since).min(Comparator.naturalOrder()).orElse(null);
    int behind = groups.stream().mapToInt(Stopped.Group::behind).sum();
    String key = groups.size() == 1 ? groups.get(0).key() : null;
    ObjectNode node =
        add(
            "ERROR",
            type,
            tasks(count, exact)
                + " of type "
                + type
                + " in ERROR"
                + (since == null ? "" : " since " + seconds(since))
                + behind(behind, key, count == 1)
                + sinceDeployment(since)
                + latestError(type),
            count,
            type,
            "#/tasks?status=ERROR&type=" + encoded(type),
            since);
    if (behind > 0 && call.caller().seesEverything()) {
      node.put("behind", behind);
    }
    byCause(node, Standing.ERROR, type);
  }

  /** Returns the latest error of the type. Only the errors of the first few types are read. */
  private String latestError(String type) {
    if (errorsLeft-- <= 0) {
      return "";
    }
    TaskFilter filter = TaskFilter.all().status(Status.ERROR).type(type);
    for (TaskInfo task : call.baton().operations().search(filter).page(1).items()) {
      if (call.caller().may(Right.VIEW, task)) {
        return firstLine(task.error().orElse(""));
      }
    }
    return "";
  }

  private String firstLine(String stored) {
    String read = call.site().redaction().apply(stored);
    String shown = Texts.kept(read, TaskView.MAX_ERROR_IN_LISTS);
    return shown.lines().findFirst().map(line -> "; latest error: " + line).orElse("");
  }

  /** Names the tasks that wait behind others, for callers who may see all of them. */
  private String behind(int behind, @Nullable String key, boolean one) {
    if (behind == 0 || !call.caller().seesEverything()) {
      return "";
    }
    return "; "
        + tasks(behind, behind < Explanation.MAX_COUNTED)
        + (key == null ? "" : " of key " + key)
        + (behind == 1 ? " waits behind " : " wait behind ")
        + (one ? "it" : "them");
  }

  /** Marks a trouble that didn't exist before the latest deployment. */
  private String sinceDeployment(@Nullable Instant since) {
    Deployment last = deployment;
    return since == null || last == null || !since.isAfter(last.at())
        ? ""
        : "; new since " + last.words() + " at " + seconds(last.at());
  }

  private void held(Stopped.Group group) {
    if (!call.caller().seesEverything()) {
      return;
    }
    ObjectNode node =
        add(
            "HELD",
            group.type() + (group.key() == null ? "" : " " + group.key()),
            tasks(group.count(), true)
                + " of type "
                + group.type()
                + (group.count() == 1 ? " is held since " : " are held since ")
                + seconds(group.since())
                + behind(group.behind(), group.key(), group.count() == 1),
            group.count(),
            group.type(),
            "#/tasks?status=BLOCKED&order=oldest&type=" + encoded(group.type()),
            group.since());
    node.put("behind", group.behind());
    if (call.caller().mayAll(Right.EDIT, new Scope(group.type(), null, null))) {
      action(node, "Release", node.get("link").stringValue());
    }
  }

  private List<ScheduleTroubles.Item> visible(ScheduleTroubles schedules) {
    return schedules.items().stream()
        .filter(item -> ScheduleRoutes.may(call, Right.VIEW, item.schedule().schedule()))
        .toList();
  }

  private static String typeOf(ScheduleTroubles.Item item) {
    return RequestFields.of(item.schedule().schedule().request()).type();
  }

  private void schedule(ScheduleTroubles.Item item, Instant now, boolean isRun) {
    Schedule schedule = item.schedule().schedule();
    boolean isExplained = !isRun && item.kind() == ScheduleTroubles.Kind.OVERDUE;
    if (isExplained || !ScheduleRoutes.may(call, Right.VIEW, schedule)) {
      return;
    }
    Instant since = item.since();
    Pausers.@Nullable Pauser pauser = null;
    if (item.kind() == ScheduleTroubles.Kind.PAUSED) {
      pauser = pausers.of(item.schedule(), now);
      since = pauser == null ? null : pauser.at();
    }
    String link = "#/schedules/" + encoded(schedule.name());
    String when = since == null ? "" : " since " + seconds(since);
    String text =
        switch (item.kind()) {
          case FAILS ->
              (item.failed() == 1
                      ? "the latest run of schedule " + schedule.name() + " failed"
                      : "the latest "
                          + item.failed()
                          + " runs of schedule "
                          + schedule.name()
                          + " failed")
                  + (since == null ? "" : (item.failed() == 1 ? " at " : ", the first at "))
                  + (since == null ? "" : seconds(since))
                  + sinceDeployment(since);
          case CANNOT_RUN ->
              "schedule "
                  + schedule.name()
                  + " can't run"
                  + when
                  + ": "
                  + schedule.timing().fault()
                  + ". Put it again with a correct timing";
          case OVERDUE ->
              "schedule "
                  + schedule.name()
                  + " is overdue"
                  + when
                  + ": no node adds its task. A node that runs schedules must know its type and"
                  + " its rule";
          case PAUSED ->
              "schedule "
                  + schedule.name()
                  + " paused"
                  + when
                  + (pauser == null ? "" : pauser.words());
        };
    boolean isPaused = item.kind() == ScheduleTroubles.Kind.PAUSED;
    ObjectNode node =
        add(
            isPaused ? "PAUSED" : "SCHEDULE",
            isPaused ? "schedule " + schedule.name() : schedule.name(),
            text,
            Math.max(1, item.failed()),
            typeOf(item),
            link,
            since);
    node.put("schedule", schedule.name());
    if (pauser != null) {
      node.put("by", pauser.name());
    }
    remedy(node, item);
  }

  /** Adds the action that mends the schedule, if the caller may do it. */
  private void remedy(ObjectNode node, ScheduleTroubles.Item item) {
    Schedule schedule = item.schedule().schedule();
    boolean mayChange = ScheduleRoutes.may(call, Right.CONFIGURE, schedule);
    String path = "/schedules/" + encoded(schedule.name());
    switch (item.kind()) {
      case PAUSED -> {
        if (mayChange) {
          node.putObject("action")
              .put("label", "Resume")
              .put("path", path + "/resume")
              .putObject("body");
        }
      }
      case FAILS ->
          byCause(node, item.inError() > 0 ? Standing.ERROR : Standing.FAILED, typeOf(item));
      case CANNOT_RUN -> {
        if (mayChange) {
          action(node, "Correct", "#" + path);
        }
      }
      case OVERDUE -> action(node, "Nodes", "#/nodes");
    }
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
      ObjectNode node =
          add(
              "FAILING",
              group.type() + " " + group.bucket(),
              words(group, failing.complete()) + firstLine(errors.getOrDefault(group.latest(), "")),
              group.count(),
              group.type(),
              "#/tasks?retrying=true&attempts="
                  + Failing.MIN_ATTEMPTS
                  + "&type="
                  + encoded(group.type())
                  + "&bucket="
                  + encoded(group.bucket()));
      byCause(node, Standing.RETRYING, group.type());
    }
  }

  private static String words(Failing.Group group, boolean complete) {
    return tasks(group.count(), complete)
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
        "",
        "it is unknown what failed in the last hour, and whether a backlog grows: the statistics"
            + " have so many types that the query takes too long",
        1,
        null,
        "#/tasks?status=FAILED");
  }

  private void failed(StatisticsSeries lastHour, ScheduleTroubles schedules) {
    TreeMap<String, Long> byType = new TreeMap<>();
    for (StatisticsSeries.Series one : lastHour.series()) {
      if (call.caller().sees(one.type(), one.bucket())) {
        byType.merge(one.type(), one.total().failed(), Long::sum);
      }
    }
    byType.values().removeIf(count -> count == 0);
    // The line of a schedule counts its runs.
    for (ScheduleTroubles.Item item : visible(schedules)) {
      byType.computeIfPresent(typeOf(item), (type, count) -> positive(count - item.failedLately()));
    }
    byType.forEach(
        (type, count) -> {
          ObjectNode node =
              add(
                  "FAILED",
                  type,
                  tasks(count, true) + " of type " + type + " ended FAILED in the last hour",
                  count,
                  type,
                  "#/tasks?status=FAILED&type="
                      + encoded(type)
                      + "&finishedFrom="
                      + encoded(lastHour.from().toString()));
          byCause(node, Standing.FAILED, type);
        });
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

  private void growing(LiveCounts counts, StatisticsSeries lastHour, List<Paused> pauses) {
    for (Backlog one : backlogs(call, counts, lastHour)) {
      boolean isPaused =
          pauses.stream().anyMatch(paused -> stops(paused.pause(), null, one.type()));
      if (one.trend() == Backlog.Trend.GROWING && !isPaused) {
        explained.add(one.type());
        add(
            "GROWING",
            one.type(),
            number(one.ready())
                + " ready tasks of type "
                + one.type()
                + " wait, and more are added than end: "
                + number(Math.round(one.addedPerMinute()))
                + " and "
                + number(Math.round(one.endedPerMinute()))
                + " a minute. Raise its limit, or add nodes",
            one.ready(),
            one.type(),
            "#/tasks?status=READY&order=oldest&type=" + encoded(one.type()));
      }
    }
  }

  /** Returns whether a pause stops all tasks of the type, in the bucket or in all buckets. */
  private static boolean stops(Pause pause, @Nullable String bucket, String type) {
    return pause.key() == null
        && (pause.type() == null || pause.type().equals(type))
        && (pause.bucket() == null || pause.bucket().equals(bucket));
  }

  private static String tasks(long count, boolean exact) {
    return many(count, exact) + (count == 1 ? " task" : " tasks");
  }

  /** Formats a count, with "at least" if it is incomplete. */
  private static String many(long count, boolean complete) {
    return (complete ? "" : "at least ") + number(count);
  }

  private void stuck() {
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
          add(
              isFull ? "LIMIT" : "STUCK",
              group.type() + " " + group.bucket() + " " + group.kind(),
              tasks(group.count(), stuck.complete())
                  + " of type "
                  + group.type()
                  + late(group.kind(), group.count() == 1)
                  + seconds(group.since())
                  + (why == null ? "" : ": " + words(why))
                  + todo(group.kind(), why),
              group.count(),
              group.type(),
              "#/tasks?stuck=true&status="
                  + status(group.kind())
                  + "&type="
                  + encoded(group.type())
                  + "&bucket="
                  + encoded(group.bucket()),
              group.since());
      if (isFull) {
        action(node, "Limits", "#/limits");
      } else if (why instanceof WaitReason.IsPaused) {
        action(node, "Pauses", "#/types");
      } else {
        action(node, "Nodes", "#/nodes");
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
      case LEASE_LAPSED -> (one ? " is" : " are") + " stuck: the lease has ended since ";
      case OVERDUE -> (one ? " is" : " are") + " stuck: due since ";
      case QUEUED_TOO_LONG -> (one ? " waits" : " wait") + " for a start since ";
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

  private void silent(Member member) {
    add(
        "SILENT_NODE",
        member.node().card().name(),
        "node "
            + member.node().card().name()
            + " has sent no heartbeat since "
            + seconds(member.node().heardAt())
            + ": it died, hangs or can't reach the database. Start it again"
            + lastWarnings(member),
        1,
        null,
        "#/nodes",
        member.node().heardAt());
  }

  private String lastWarnings(Member member) {
    return member.node().card().warnings().stream()
        .filter(one -> FoundWarning.maySee(call.caller(), one.kind()))
        .map(one -> ". Before, it warned: " + one.message())
        .findFirst()
        .orElse("");
  }

  private void old(OldestReady ready, List<Paused> pauses) {
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
            add(
                "OLD_READY",
                type,
                "a task of type "
                    + type
                    + " has been ready since "
                    + seconds(since)
                    + ". Open it to see why it waits",
                1,
                type,
                "#/tasks?status=READY&order=oldest&type=" + encoded(type),
                since));
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
        add(
            "PAUSED",
            what(pause),
            what(pause)
                + " paused since "
                + seconds(paused.since())
                + (pauser == null ? "" : pauser.words())
                + ": "
                + paused.reason()
                + (waiting == 0 ? "" : "; " + tasks(waiting, !counts.atLeast()) + " ready"),
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
      case "STUCK", "LIMIT" -> "#/tasks?stuck=true";
      case "HELD" -> "#/tasks?status=BLOCKED&order=oldest";
      case "SCHEDULE" -> "#/schedules";
      case "FAILING" -> "#/tasks?retrying=true&attempts=" + Failing.MIN_ATTEMPTS;
      case "FAILED" -> "#/tasks?status=FAILED";
      case "SILENT_NODE", "DATABASE" -> "#/nodes";
      case "OLD_READY", "GROWING" -> "#/tasks?status=READY&order=oldest";
      default -> "#/types";
    };
  }

  private ObjectNode add(
      String kind, String name, String text, long count, @Nullable String type, String link) {
    return add(kind, name, text, count, type, link, null);
  }

  /**
   * Adds an entry. Beyond the maximum, the entry is only counted.
   *
   * @param name what is in trouble; with the kind, it is the name of the trouble
   */
  private ObjectNode add(
      String kind,
      String name,
      String text,
      long count,
      @Nullable String type,
      String link,
      @Nullable Instant since) {
    int told = ofKind.merge(kind, 1, Integer::sum);
    ObjectNode node = told > MAX_PER_KIND ? Json.object() : found.addObject();
    node.put("kind", kind).put("name", AcknowledgementRoutes.name(kind, name));
    node.put("text", call.site().redaction().apply(text)).put("count", count);
    Json.put(node, "type", type);
    node.put("link", link);
    Json.put(node, "since", since);
    Deployment last = deployment;
    if (since != null && last != null && since.isAfter(last.at())) {
      node.put("isNew", true);
    }
    return node;
  }

  /** Links to the errors of the type by cause, if the caller may run their tasks again. */
  private void byCause(ObjectNode node, Standing standing, String type) {
    Right right = standing == Standing.RETRYING ? Right.EDIT : Right.RETRY;
    if (call.caller().mayAll(right, new Scope(type, null, null))) {
      action(
          node,
          standing == Standing.FAILED ? "Run again by cause" : "Retry by cause",
          "#/errors?standing=" + standing + "&type=" + encoded(type));
    }
  }

  private static void action(ObjectNode node, String label, String link) {
    node.putObject("action").put("label", label).put("link", link);
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
