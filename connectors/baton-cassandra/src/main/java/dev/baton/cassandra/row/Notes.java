package dev.baton.cassandra.row;

import dev.baton.api.Progress;
import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.Bytes;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The notes of a task. Immutable.
 *
 * @param taskCreatedAt when the task was added, because an earlier task may have had its id. Null
 *     if there was no task
 * @param lookAt when pruning checks the notes, unless that is postponed
 * @param mail the signals that were sent to the task by name
 */
public record Notes(
    @Nullable Instant taskCreatedAt,
    Instant changedAt,
    Instant lookAt,
    Map<String, Bytes> steps,
    @Nullable Bytes result,
    @Nullable Progress progress,
    MailIndex mail) {
  private static final int FORMAT = 1;

  /** Returns empty notes. */
  public static Notes none(@Nullable Instant taskCreatedAt, Instant now) {
    return new Notes(taskCreatedAt, now, now, Map.of(), null, null, MailIndex.NONE);
  }

  /** Returns the notes with another step. */
  public Notes step(String name, Bytes value, Instant now) {
    Map<String, Bytes> more = new TreeMap<>(steps);
    more.put(name, value);
    return new Notes(taskCreatedAt, now, lookAt, more, result, progress, mail);
  }

  /** Returns the notes with this progress. */
  public Notes progress(Progress value, Instant now) {
    Progress noted = new Progress(value.fraction(), value.text(), now);
    return new Notes(taskCreatedAt, now, lookAt, steps, result, noted, mail);
  }

  /**
   * Returns the notes after the end of a run.
   *
   * @param answer the run's result; null to keep the last one
   */
  public Notes ended(boolean forgetsSteps, @Nullable Bytes answer, Instant now) {
    Map<String, Bytes> left = forgetsSteps ? Map.of() : steps;
    Bytes last = answer == null ? result : answer;
    return new Notes(taskCreatedAt, now, lookAt, left, last, progress, mail);
  }

  /** Returns the notes with this mail. */
  public Notes mail(MailIndex changed, Instant now) {
    return new Notes(taskCreatedAt, now, lookAt, steps, result, progress, changed);
  }

  private Notes lookingAt(Instant time) {
    return new Notes(taskCreatedAt, changedAt, time, steps, result, progress, mail);
  }

  /**
   * Writes these notes in place of existing ones, and keeps the time at which pruning checks them.
   */
  public void put(Rows rows, UUID task) {
    boolean isNew = rows.get(Keys.notes(task)) == null;
    rows.put(Keys.notes(task), encoded());
    if (isNew) {
      rows.put(Keys.notesAt(lookAt, task), Indexes.NOTHING);
    }
  }

  /** Postpones the next check by pruning to the given time. */
  public void putOff(Rows rows, UUID task, Instant until) {
    rows.remove(Keys.notesAt(lookAt, task));
    rows.put(Keys.notesAt(until, task), Indexes.NOTHING);
    rows.put(Keys.notes(task), lookingAt(until).encoded());
  }

  /** Removes the notes. */
  public void remove(Rows rows, UUID task) {
    rows.remove(Keys.notesAt(lookAt, task));
    rows.remove(Keys.notes(task));
    mail.remove(rows, task);
  }

  private byte[] encoded() {
    Encoder out = new Encoder().code(FORMAT);
    out.maybe(taskCreatedAt, out::time).time(changedAt).time(lookAt);
    out.all(steps.entrySet(), step -> out.text(step.getKey()).bytes(step.getValue()));
    out.maybe(result, out::bytes);
    out.maybe(
        progress,
        known ->
            out.number(Double.doubleToLongBits(known.fraction()))
                .text(known.text())
                .time(known.at()));
    mail.write(out);
    return out.toArray();
  }

  /** Reads the row. */
  public static Notes read(Row row) {
    Decoder in = Decoder.of(row.value(), FORMAT, "A row of notes");
    Instant created = in.maybe(in::time);
    Instant changed = in.time();
    Instant lookAt = in.time();
    Map<String, Bytes> steps = new TreeMap<>();
    in.all(() -> Map.entry(in.text(), in.bytes()))
        .forEach(step -> steps.put(step.getKey(), step.getValue()));
    Bytes result = in.maybe(in::bytes);
    Progress progress =
        in.maybe(() -> new Progress(Double.longBitsToDouble(in.number()), in.text(), in.time()));
    return new Notes(created, changed, lookAt, steps, result, progress, MailIndex.read(in));
  }
}
