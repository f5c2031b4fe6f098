package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.rest.request.Call;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.Explanation;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stopped;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds tasks in ERROR, tasks that fail or have failed, and held tasks. Used by one thread, for one
 * request.
 */
final class FailureTroubles {
  /** Number of types of each status whose latest error is read. */
  private static final int MAX_ERRORS = 5;

  private final Call call;
  private final TroubleList list;

  /** Number of latest errors that have been read, by status. */
  private final Map<Status, Integer> errorsRead = new EnumMap<>(Status.class);

  FailureTroubles(Call call, TroubleList list) {
    this.call = call;
    this.list = list;
  }

  /**
   * Reports tasks in ERROR by type, but not the runs of these schedules, which have their own
   * lines.
   */
  void errors(LiveCounts counts, Stopped stopped, List<ScheduleTroubles.Item> schedules) {
    TreeMap<String, Long> byType = new TreeMap<>();
    for (LiveCounts.Group group : counts.groups()) {
      if (group.status() == Status.ERROR && call.caller().sees(group.type(), group.bucket())) {
        byType.merge(group.type(), group.count(), Long::sum);
      }
    }
    for (ScheduleTroubles.Item item : schedules) {
      byType.computeIfPresent(
          ScheduleLines.typeOf(item), (type, count) -> positive(count - item.inError()));
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
        list.add(
            "ERROR",
            type,
            TroubleList.tasks(count, exact)
                + " of type "
                + type
                + " in ERROR"
                + (since == null ? "" : " since " + TroubleList.seconds(since))
                + behind(behind, key, count == 1)
                + list.sinceDeployment(since)
                + latestError(Status.ERROR, type),
            count,
            type,
            "#/tasks?status=ERROR&type=" + TroubleList.encoded(type),
            since);
    if (behind > 0 && call.caller().seesEverything()) {
      node.put("behind", behind);
    }
    list.byCause(node, Standing.ERROR, type);
  }

  /** Returns the latest error of the type. Only the errors of the first few types are read. */
  private String latestError(Status status, String type) {
    if (errorsRead.merge(status, 1, Integer::sum) > MAX_ERRORS) {
      return "";
    }
    TaskFilter filter = TaskFilter.all().status(status).type(type);
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
        + TroubleList.tasks(behind, behind < Explanation.MAX_COUNTED)
        + (key == null ? "" : " of key " + key)
        + (behind == 1 ? " waits behind " : " wait behind ")
        + (one ? "it" : "them");
  }

  /** Reports held tasks, to callers who may see all tasks. */
  void held(Stopped stopped) {
    if (call.caller().seesEverything()) {
      stopped.groups().stream()
          .filter(group -> group.kind() == Stopped.Kind.HELD)
          .forEach(this::held);
    }
  }

  private void held(Stopped.Group group) {
    int count = group.tasks().size();
    ObjectNode node =
        list.add(
            "HELD",
            group.type() + " " + group.bucket(),
            TroubleList.tasks(count, true)
                + " of type "
                + group.type()
                + (count == 1 ? " has been held since " : " have been held since ")
                + TroubleList.seconds(group.since())
                + behind(group.behind(), group.key(), count == 1),
            count,
            group.type(),
            TroubleList.HELD
                + "&type="
                + TroubleList.encoded(group.type())
                + "&bucket="
                + TroubleList.encoded(group.bucket()),
            group.since());
    node.put("behind", group.behind());
    if (call.caller().mayAll(Right.EDIT, new Scope(group.type(), null, null))) {
      TroubleList.action(node, "Release", node.get("link").stringValue());
    }
  }

  /** Reports tasks that fail repeatedly, by type and bucket, each group with its latest error. */
  void failing() {
    Failing failing = call.baton().statistics().failing();
    List<Failing.Group> groups =
        failing.groups().stream()
            .filter(group -> call.caller().sees(group.type(), group.bucket()))
            .toList();
    Set<UUID> latest = new TreeSet<>();
    groups.stream().limit(TroubleList.MAX_PER_KIND).forEach(group -> latest.add(group.latest()));
    Map<UUID, String> errors = new TreeMap<>();
    if (!latest.isEmpty()) {
      for (TaskInfo task : call.baton().operations().search(TaskFilter.all().ids(latest))) {
        task.error().ifPresent(error -> errors.put(task.id(), error));
      }
    }
    for (Failing.Group group : groups) {
      ObjectNode node =
          list.add(
              "FAILING",
              group.type() + " " + group.bucket(),
              words(group, failing.complete()) + firstLine(errors.getOrDefault(group.latest(), "")),
              group.count(),
              group.type(),
              "#/tasks?retrying=true&attempts="
                  + Failing.MIN_ATTEMPTS
                  + "&type="
                  + TroubleList.encoded(group.type())
                  + "&bucket="
                  + TroubleList.encoded(group.bucket()));
      list.byCause(node, Standing.RETRYING, group.type());
    }
  }

  private static String words(Failing.Group group, boolean complete) {
    return TroubleList.tasks(group.count(), complete)
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
    list.add(
        "UNKNOWN",
        "",
        "it is unknown what failed in the last hour, and whether a backlog grows: the statistics"
            + " have so many types that the query takes too long",
        1,
        null,
        "#/tasks?status=FAILED");
  }

  /**
   * Reports tasks that ended FAILED in the last hour by type, but not the runs of these schedules.
   *
   * @param lastHour null if it couldn't be read
   */
  void failed(@Nullable StatisticsSeries lastHour, List<ScheduleTroubles.Item> schedules) {
    if (lastHour == null) {
      unknownHour();
      return;
    }
    TreeMap<String, Long> byType = new TreeMap<>();
    for (StatisticsSeries.Series one : lastHour.series()) {
      if (call.caller().sees(one.type(), one.bucket())) {
        byType.merge(one.type(), one.total().failed(), Long::sum);
      }
    }
    byType.values().removeIf(count -> count == 0);
    for (ScheduleTroubles.Item item : schedules) {
      byType.computeIfPresent(
          ScheduleLines.typeOf(item), (type, count) -> positive(count - item.failedLately()));
    }
    byType.forEach(
        (type, count) -> {
          ObjectNode node =
              list.add(
                  "FAILED",
                  type,
                  TroubleList.tasks(count, true)
                      + " of type "
                      + type
                      + " ended FAILED in the last hour"
                      + latestError(Status.FAILED, type),
                  count,
                  type,
                  "#/tasks?status=FAILED&type="
                      + TroubleList.encoded(type)
                      + "&finishedFrom="
                      + TroubleList.encoded(lastHour.from().toString()));
          list.byCause(node, Standing.FAILED, type);
        });
  }
}
