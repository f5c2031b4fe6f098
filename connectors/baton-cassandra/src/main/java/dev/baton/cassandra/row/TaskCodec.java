package dev.baton.cassandra.row;

import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes tasks as bytes. The first byte is the kind of row and its format. A new format gets a new
 * number; the old one stays readable.
 */
final class TaskCodec {
  private static final int LIVE = 1;
  private static final int FINISHED = 2;
  private static final int REFUSAL = 3;

  private TaskCodec() {}

  static byte[] encode(TaskRow row) {
    Encoder out = new Encoder();
    if (row instanceof TaskRow.Live live) {
      write(out.code(LIVE), live.task());
      write(out, live.keys());
      write(out, live.extras());
    } else if (row instanceof TaskRow.Finished finished) {
      write(out.code(FINISHED), finished.task());
      out.flag(finished.isKept()).time(finished.removeAt());
      write(out, finished.keys());
      out.maybe(finished.claimedAt(), out::time);
      write(out, finished.extras());
    } else if (row instanceof TaskRow.Refusal refusal) {
      out.code(REFUSAL).time(refusal.removeAt());
    }
    return out.toArray();
  }

  static TaskRow decode(UUID id, byte[] value, @Nullable Bytes payload) {
    Decoder in = new Decoder(value);
    int code = in.code();
    return switch (code) {
      case LIVE -> new TaskRow.Live(live(id, in, payload), keys(in), extras(in));
      case FINISHED -> {
        FinishedTask task = finished(id, in, payload);
        boolean isKept = in.flag();
        Instant removeAt = in.time();
        yield new TaskRow.Finished(
            task, isKept, keys(in), removeAt, in.maybe(in::time), extras(in));
      }
      case REFUSAL -> new TaskRow.Refusal(id, in.time());
      default ->
          throw new IllegalStateException(
              "Row " + id + " has the format " + code + ", which a newer version of Baton wrote");
    };
  }

  private static void write(Encoder out, List<KeyHold> keys) {
    out.all(
        keys,
        key ->
            out.text(key.type())
                .text(key.text())
                .id(key.token())
                .time(key.atLeastUntil())
                .flag(key.whileKept())
                .maybe(key.until(), out::time));
  }

  private static List<KeyHold> keys(Decoder in) {
    return in.all(
        () -> new KeyHold(in.text(), in.text(), in.id(), in.time(), in.flag(), in.maybe(in::time)));
  }

  private static void write(Encoder out, TaskExtras extras) {
    out.maybe(extras.isNone() ? null : extras, some -> some.write(out));
  }

  private static TaskExtras extras(Decoder in) {
    TaskExtras some = in.maybe(() -> TaskExtras.read(in));
    return some == null ? TaskExtras.NONE : some;
  }

  private static void write(Encoder out, TaskSpec spec) {
    out.text(spec.type()).maybe(spec.subType(), out::text).text(spec.bucket()).text(spec.key());
    out.code(spec.priority());
    write(out, spec.context());
    write(out, spec.traits().entries());
    out.maybe(spec.parentId(), out::id).maybe(spec.correlationId(), out::id).flag(spec.keyed());
  }

  private static TaskSpec spec(Decoder in, @Nullable Bytes payload) {
    String type = in.text();
    String subType = in.maybe(in::text);
    String bucket = in.text();
    String key = in.text();
    int priority = in.code();
    Map<String, String> context = entries(in);
    TaskTraits traits = new TaskTraits(entries(in));
    UUID parent = in.maybe(in::id);
    UUID correlation = in.maybe(in::id);
    return new TaskSpec(
        new Flow(type, key),
        subType,
        bucket,
        priority,
        payload,
        context,
        traits,
        new TaskSpec.Origin(parent, correlation),
        in.flag());
  }

  static void write(Encoder out, Map<String, String> entries) {
    out.all(entries.entrySet(), entry -> out.text(entry.getKey()).text(entry.getValue()));
  }

  static Map<String, String> entries(Decoder in) {
    Map<String, String> entries = new TreeMap<>();
    in.all(() -> Map.entry(in.text(), in.text()))
        .forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
    return entries;
  }

  private static void write(Encoder out, Task task) {
    write(out, task.spec());
    Position at = task.position();
    out.code(at.status().code()).number(at.version()).maybe(at.owner(), out::id);
    out.maybe(at.runAt(), out::time).maybe(at.nextEventAt(), out::time);
    out.number(at.attempts()).number(at.losses()).number(at.lossLimit());
    out.code(at.lastOutcome().code()).text(at.state()).maybe(at.data(), out::bytes);
    out.time(task.createdAt()).time(task.lastChange()).time(task.lastAction());
  }

  private static Task live(UUID id, Decoder in, @Nullable Bytes payload) {
    TaskSpec spec = spec(in, payload);
    Position position =
        new Position(
            Status.ofCode(in.code()),
            in.number(),
            in.maybe(in::id),
            in.maybe(in::time),
            in.maybe(in::time),
            new Position.Counts(in.count(), in.count(), in.count(), LastOutcome.ofCode(in.code())),
            in.text(),
            in.maybe(in::bytes));
    return new Task(id, spec, position, in.time(), in.time(), in.time());
  }

  private static void write(Encoder out, FinishedTask task) {
    write(out, task.spec());
    out.code(task.status().code()).number(task.version()).maybe(task.owner(), out::id);
    out.number(task.attempts()).number(task.losses()).text(task.state());
    out.maybe(task.result(), out::bytes).maybe(task.error(), out::text);
    out.time(task.createdAt()).time(task.finishedAt()).time(task.keepUntil());
  }

  private static FinishedTask finished(UUID id, Decoder in, @Nullable Bytes payload) {
    return new FinishedTask(
        id,
        spec(in, payload),
        Status.ofCode(in.code()),
        in.number(),
        in.maybe(in::id),
        in.count(),
        in.count(),
        in.text(),
        in.maybe(in::bytes),
        in.maybe(in::text),
        in.time(),
        in.time(),
        in.time());
  }
}
