package dev.baton.management.rest;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Kind;
import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Timing;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a schedule from a body. */
final class ScheduleFields {
  private static final int LONGEST_TIMING = 500;
  private static final int LONGEST_STATE = 60;

  private static final List<Field> TASK =
      PayloadFields.with(
          Field.text("type", TaskSpec.MAX_TYPE, "The tasks' type").needed(),
          Field.text("subType", TaskSpec.MAX_TYPE, "The sub-type"),
          Field.text("bucket", 60, "The bucket; by default that of the type"),
          Field.text("key", 200, "The flow key"),
          Field.integer("priority", 0, 9, "The priority; 5 by default"),
          Field.text("state", LONGEST_STATE, "The initial state"));

  static final List<Field> ALL =
      List.of(
          Field.text(
                  "timing",
                  LONGEST_TIMING,
                  "The times: cron ZONE EXPRESSION, rate PT1M, delay PT10S, or rule NAME")
              .needed(),
          Field.object("runs", TASK, "The task of each tick; leave it out to keep the current one"),
          Field.choice("missed", names(Missed.values()), "What late ticks do; ONCE by default"),
          Field.choice(
              "overlap",
              names(Overlap.values()),
              "What happens to a tick while the previous run continues"),
          Field.of("jitter", Kind.DURATION, "Maximum random delay; at most a day"));

  private ScheduleFields() {}

  /**
   * Returns the schedule of this name as the body defines it.
   *
   * @param there the current schedule; null if it is new
   */
  static Schedule read(String name, Input body, @Nullable Schedule there) {
    Timing timing = timing(body.needed("timing"));
    Schedule schedule = checked("timing", () -> Schedule.of(name, timing));
    if (body.has("runs")) {
      TaskRequest<?, ?> request = request(body.object("runs"));
      schedule = schedule.adds(request);
    } else if (there == null) {
      throw HttpProblem.field("runs", "is missing: define the task that the schedule adds");
    } else {
      schedule = schedule.adds(there.request());
    }
    @Nullable String missed = body.text("missed");
    if (missed != null) {
      schedule = schedule.missed(Missed.valueOf(missed));
    }
    @Nullable String overlap = body.text("overlap");
    if (overlap != null) {
      schedule = schedule.overlap(Overlap.valueOf(overlap));
    }
    @Nullable Duration jitter = body.duration("jitter");
    Schedule steady = schedule;
    return jitter == null ? steady : checked("jitter", () -> steady.jitter(jitter));
  }

  private static Timing timing(String text) {
    Timing timing = Timing.of(text);
    if (timing instanceof Timing.Unknown) {
      throw HttpProblem.field(
          "timing",
          "should look like 'cron Europe/Berlin 0 30 8 * * MON-FRI', 'rate PT1M' or 'delay"
              + " PT10S', with at least one second and at most "
              + Timing.LONGEST.toDays()
              + " days");
    }
    if (timing instanceof Timing.Cron cron) {
      checked("timing", () -> CronTimes.of(cron));
    }
    return timing;
  }

  private static TaskRequest<?, ?> request(Input task) {
    Bytes payload = PayloadFields.isSaid(task) ? PayloadFields.read(task, "runs.") : null;
    return checked("runs", () -> placed(RequestFields.request(task.needed("type"), payload), task));
  }

  /** Sets the fields that schedules and added tasks share. */
  static TaskRequest<?, ?> placed(TaskRequest<?, ?> start, Input task) {
    TaskRequest<?, ?> request = start;
    @Nullable String subType = task.text("subType");
    request = subType == null ? request : request.subType(subType);
    @Nullable String bucket = task.text("bucket");
    request = bucket == null ? request : request.bucket(bucket);
    @Nullable String key = task.text("key");
    request = key == null ? request : request.key(key);
    @Nullable String state = task.text("state");
    request = state == null ? request : request.state(state);
    return task.has("priority") ? request.priority(task.integer("priority", 0)) : request;
  }

  /** A construction that throws if a value is wrong. */
  @FunctionalInterface
  private interface Making<T> {
    T make();
  }

  private static <T> T checked(String field, Making<T> making) {
    try {
      return making.make();
    } catch (IllegalArgumentException wrong) {
      throw HttpProblem.field(field, String.valueOf(wrong.getMessage()));
    }
  }

  private static List<String> names(Enum<?>[] values) {
    return Stream.of(values).map(Enum::name).toList();
  }
}
