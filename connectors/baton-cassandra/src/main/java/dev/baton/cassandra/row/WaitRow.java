package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.rule.WaitRules.End;
import dev.baton.task.rule.WaitRules.Waiter;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The waits of a live task, in a separate row. Immutable.
 *
 * @param hintExpiry see {@link Waits}
 * @param keep see {@link Waits}
 * @param since when the task was added or released
 * @param lookAt when the sweeper next checks the other tasks; null if it doesn't need to
 */
public record WaitRow(
    List<Awaited> awaited,
    WaitState standing,
    Duration hintExpiry,
    Duration keep,
    Instant since,
    @Nullable Instant lookAt) {
  private static final int FORMAT = 1;
  private static final int NUMBERS = 60;
  private static final int OF_EACH = 20;

  private static final Duration MIN_DELAY = Duration.ofMillis(200);
  private static final Duration MAX_DELAY = Duration.ofSeconds(30);

  /** The time between checks is this fraction of the time that the task has waited. */
  private static final int PART_OF_WAIT = 8;

  /**
   * A task that is waited for.
   *
   * @param end how it ended; null if it wasn't found to have ended yet
   */
  public record Awaited(UUID id, boolean mustBeDone, @Nullable Status end) {
    boolean isOpen() {
      return end == null;
    }

    private Awaited heard(Map<UUID, Status> ends) {
      return isOpen() ? new Awaited(id, mustBeDone, ends.get(id)) : this;
    }

    private End told() {
      return new End(id, Objects.requireNonNull(end), mustBeDone);
    }
  }

  /** Returns the waits of a task that is added now. */
  public static WaitRow of(Waits waits, Instant now) {
    List<Awaited> all =
        Stream.concat(
                waits.done().stream().map(id -> new Awaited(id, true, null)),
                waits.ended().stream().map(id -> new Awaited(id, false, null)))
            .toList();
    return new WaitRow(all, WaitState.WAITS, waits.hintExpiry(), waits.keep(), now, now);
  }

  /** Returns the approximate number of bytes of the row. */
  public static int size(int awaited) {
    return NUMBERS + OF_EACH * awaited;
  }

  /** Returns the waits of this task; null if there are none. */
  public static @Nullable WaitRow get(Rows rows, UUID task) {
    Row row = rows.get(Keys.waits(task));
    return row == null ? null : read(row);
  }

  /** Returns the waiter that the rules work on. */
  public Waiter waiter(UUID task) {
    return new Waiter(task, open().size(), standing, false, hintExpiry, keep);
  }

  /** Returns the tasks that weren't found to have ended. */
  public List<UUID> open() {
    return awaited.stream().filter(Awaited::isOpen).map(Awaited::id).toList();
  }

  /** Returns whether the waiting task waits or waited for this one. */
  public boolean isFor(UUID id) {
    return awaited.stream().anyMatch(one -> one.id().equals(id));
  }

  /** Returns the known ends. */
  public List<End> ends() {
    return awaited.stream().filter(one -> !one.isOpen()).map(Awaited::told).toList();
  }

  /** Returns the states of all tasks waited for, including these ends. */
  public List<Prerequisite> prerequisites(Map<UUID, Status> ends) {
    return awaited.stream()
        .map(one -> one.heard(ends))
        .map(one -> new Prerequisite(one.id(), one.end()))
        .toList();
  }

  /** Returns the waits with these additional ends, and with a new time to check. */
  public WaitRow heard(Map<UUID, Status> ends, Instant now) {
    List<Awaited> all = awaited.stream().map(one -> one.heard(ends)).toList();
    return new WaitRow(all, standing, hintExpiry, keep, since, now.plus(delay(now)));
  }

  private Duration delay(Instant now) {
    Duration part = Duration.between(since, now).dividedBy(PART_OF_WAIT);
    return Collections.min(List.of(Collections.max(List.of(part, MIN_DELAY)), MAX_DELAY));
  }

  /** Returns the waits after a move of the task; a waiting task is checked at once. */
  public WaitRow after(Waiter waiter, Instant now) {
    if (waiter.standing() == standing) {
      return this;
    }
    Instant next = waiter.standing() == WaitState.WAITS ? now : null;
    return new WaitRow(awaited, waiter.standing(), hintExpiry, keep, now, next);
  }

  /**
   * Writes the row.
   *
   * @param before the existing row; null if there is none
   */
  public void put(Rows rows, UUID task, @Nullable WaitRow before) {
    Instant was = before == null ? null : before.lookAt();
    if (was != null && !was.equals(lookAt)) {
      rows.remove(Keys.look(was, task));
    }
    if (lookAt != null && !lookAt.equals(was)) {
      rows.put(Keys.look(lookAt, task), Indexes.NOTHING);
    }
    rows.put(Keys.waits(task), encoded());
  }

  /** Returns the content of its row. */
  public byte[] encoded() {
    Encoder out = new Encoder().code(FORMAT);
    out.all(
        awaited,
        one ->
            out.id(one.id())
                .flag(one.mustBeDone())
                .maybe(one.end(), status -> out.code(status.code())));
    out.code(standing.code()).number(hintExpiry.toNanos()).number(keep.toNanos());
    out.time(since).maybe(lookAt, out::time);
    return out.toArray();
  }

  /** Reads a row. */
  public static WaitRow read(Row row) {
    Decoder in = Decoder.of(row.value(), FORMAT, "A row of waits");
    return new WaitRow(
        in.all(() -> new Awaited(in.id(), in.flag(), in.maybe(() -> Status.ofCode(in.code())))),
        WaitState.ofCode(in.code()),
        Duration.ofNanos(in.number()),
        Duration.ofNanos(in.number()),
        in.time(),
        in.maybe(in::time));
  }
}
