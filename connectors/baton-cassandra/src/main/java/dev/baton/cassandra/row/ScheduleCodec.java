package dev.baton.cassandra.row;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Timing;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Encodes schedules as bytes. The first byte is the format. */
public final class ScheduleCodec {
  private static final int FORMAT = 1;

  private ScheduleCodec() {}

  /** Returns the content of the schedule's row. */
  public static byte[] encode(ScheduleState state) {
    Encoder out = new Encoder().code(FORMAT);
    write(out, state.schedule());
    out.number(state.version()).flag(state.paused());
    out.maybe(state.nextTick(), out::time).maybe(state.dueAt(), out::time);
    ScheduleState.Past past = state.past();
    out.maybe(past.lastTick(), out::time).maybe(past.lastTask(), out::id);
    out.all(past.earlierTasks(), out::id).number(past.runs()).number(past.skips());
    return out.maybe(state.declared(), out::id).toArray();
  }

  /** Reads the schedule of a row. */
  public static ScheduleState decode(byte[] value) {
    Decoder in = new Decoder(value);
    int format = in.code();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "A schedule has the format " + format + ", which a newer version of Baton wrote");
    }
    Schedule schedule = schedule(in);
    long version = in.number();
    boolean paused = in.flag();
    Instant nextTick = in.maybe(in::time);
    Instant dueAt = in.maybe(in::time);
    Instant lastTick = in.maybe(in::time);
    UUID lastTask = in.maybe(in::id);
    List<UUID> earlier = in.all(in::id);
    ScheduleState.Past past =
        new ScheduleState.Past(lastTick, lastTask, earlier, in.number(), in.number());
    UUID declared = in.maybe(in::id);
    return new ScheduleState(schedule, version, paused, nextTick, dueAt, past, declared);
  }

  private static void write(Encoder out, Schedule schedule) {
    out.text(schedule.name()).text(schedule.timing().text());
    out.text(schedule.missed().name()).text(schedule.overlap().name());
    out.text(schedule.jitter().toString());
    RequestFields request = RequestFields.of(schedule.request());
    out.text(request.type()).maybe(request.subType(), out::text);
    out.maybe(request.bucket(), out::text).text(request.key()).code(request.priority());
    out.text(request.state()).maybe(request.payload(), out::bytes);
    TaskCodec.write(out, request.context());
    TaskCodec.write(out, request.traits().entries());
  }

  private static Schedule schedule(Decoder in) {
    Schedule schedule =
        Schedule.of(in.text(), Timing.of(in.text()))
            .missed(Missed.valueOf(in.text()))
            .overlap(Overlap.valueOf(in.text()))
            .jitter(Duration.parse(in.text()));
    return schedule.adds(request(in));
  }

  private static TaskRequest<?, ?> request(Decoder in) {
    String type = in.text();
    String subType = in.maybe(in::text);
    String bucket = in.maybe(in::text);
    String key = in.text();
    int priority = in.code();
    String state = in.text();
    Bytes payload = in.maybe(in::bytes);
    TaskRequest<?, ?> request =
        RequestFields.request(type, payload).key(key).priority(priority).state(state);
    request = subType == null ? request : request.subType(subType);
    request = bucket == null ? request : request.bucket(bucket);
    for (Map.Entry<String, String> entry : TaskCodec.entries(in).entrySet()) {
      request = request.context(entry.getKey(), entry.getValue());
    }
    return RequestFields.withTraits(request, new TaskTraits(TaskCodec.entries(in)));
  }
}
