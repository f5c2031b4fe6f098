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
import dev.baton.task.internal.TaskSpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A schedule as it is written in a body. */
final class ScheduleFields {
  private static final int LONGEST_TIMING = 500;
  private static final int LONGEST_STATE = 60;

  private static final List<Field> TASK =
      PayloadFields.with(
          Field.text("type", TaskSpec.MAX_TYPE, "Its type").needed(),
          Field.text("subType", TaskSpec.MAX_TYPE, "Its sub-type"),
          Field.text("bucket", 60, "Its bucket; its type's by default"),
          Field.text("key", 200, "Its flow key"),
          Field.integer("priority", 0, 9, "Its priority; 5 by default"),
          Field.text("state", LONGEST_STATE, "Its state at the start"));

  static final List<Field> ALL =
      List.of(
          Field.text(
                  "timing",
                  LONGEST_TIMING,
                  "When it ticks: cron ZONE EXPRESSION, rate PT1M, delay PT10S, or rule NAME")
              .needed(),
          Field.object(
              "runs", TASK, "The task of each tick; left out to keep that of a schedule there is"),
          Field.choice("missed", names(Missed.values()), "What late ticks do; ONCE by default"),
          Field.choice(
              "overlap", names(Overlap.values()), "What a tick does while the run before goes on"),
          Field.of("jitter", Kind.DURATION, "Up to so much later, by chance; at most a day"));

  private ScheduleFields() {}

  /**
   * The schedule of that name as the body has it.
   *
   * @param there as it is now; null when it is new
   */
  static Schedule read(String name, Input body, @Nullable Schedule there) {
    Timing timing = timing(body.needed("timing"));
    Schedule schedule = checked("timing", () -> Schedule.of(name, timing));
    if (body.has("runs")) {
      TaskRequest<?, ?> request = request(body.object("runs"));
      schedule = schedule.adds(request);
    } else if (there == null) {
      throw HttpProblem.field("runs", "is missing: say what the schedule runs");
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
          "should be such as 'cron Europe/Berlin 0 30 8 * * MON-FRI', 'rate PT1M' or 'delay"
              + " PT10S', of a second at least and "
              + Timing.LONGEST.toDays()
              + " days at most");
    }
    if (timing instanceof Timing.Cron cron) {
      checked("timing", () -> CronTimes.of(cron));
    }
    return timing;
  }

  private static TaskRequest<?, ?> request(Input task) {
    Bytes payload = PayloadFields.isSaid(task) ? PayloadFields.read(task, "runs.") : null;
    return placed(RequestFields.request(task.needed("type"), payload), task);
  }

  /** Where a task queues, as schedules and added tasks say it alike. */
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

  /** A value that is made by somebody who refuses wrong ones. */
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
