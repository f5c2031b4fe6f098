package dev.baton.management.rest;

import dev.baton.api.internal.RequestFields;
import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleTroubles;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds schedules that fail, can't run, are overdue or paused. Used by one thread, for one request.
 */
final class ScheduleLines {
  private final Call call;
  private final TroubleList list;
  private final Pausers pausers;

  ScheduleLines(Call call, TroubleList list, Pausers pausers) {
    this.call = call;
    this.list = list;
    this.pausers = pausers;
  }

  /**
   * Adds a line about this schedule to the list.
   *
   * @param isRun whether any node runs tasks: if not, another line says why the schedule is overdue
   */
  void add(ScheduleTroubles.Item item, Instant now, boolean isRun) {
    Schedule schedule = item.schedule().schedule();
    if (!isRun && item.kind() == ScheduleTroubles.Kind.OVERDUE) {
      return;
    }
    Instant since = item.since();
    Pausers.@Nullable Pauser pauser = null;
    if (item.kind() == ScheduleTroubles.Kind.PAUSED) {
      pauser = pausers.of(item.schedule(), now);
      since = pauser == null ? null : pauser.at();
    }
    String link = "#/schedules/" + TroubleList.encoded(schedule.name());
    String when = since == null ? "" : " since " + TroubleList.seconds(since);
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
                  + (since == null ? "" : TroubleList.seconds(since))
                  + list.sinceDeployment(since);
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
        list.add(
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
    String path = "/schedules/" + TroubleList.encoded(schedule.name());
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
          list.byCause(node, item.inError() > 0 ? Standing.ERROR : Standing.FAILED, typeOf(item));
      case CANNOT_RUN -> {
        if (mayChange) {
          TroubleList.action(node, "Correct", "#" + path);
        }
      }
      case OVERDUE -> TroubleList.action(node, "Nodes", "#/nodes");
    }
  }

  /** Returns the schedules in trouble that the caller may see. */
  List<ScheduleTroubles.Item> visible(ScheduleTroubles schedules) {
    return schedules.items().stream()
        .filter(item -> ScheduleRoutes.may(call, Right.VIEW, item.schedule().schedule()))
        .toList();
  }

  static String typeOf(ScheduleTroubles.Item item) {
    return RequestFields.of(item.schedule().schedule().request()).type();
  }
}
