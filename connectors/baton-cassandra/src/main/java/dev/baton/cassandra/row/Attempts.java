package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.operate.PastAttempt;
import dev.baton.task.LastOutcome;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

/**
 * Stores how attempts of tasks ended, each in its own row. The task's row names them; an attempt
 * that it no longer names is removed in the same change.
 */
public final class Attempts {
  /** Maximum number of attempts kept for a task; older ones are removed. */
  public static final int MAX_KEPT = 500;

  private static final int FORMAT = 1;

  private Attempts() {}

  /**
   * Writes an attempt.
   *
   * @param most number of the task's latest attempts to keep
   * @return the extras to write into the task's row
   */
  public static TaskExtras add(
      Rows rows, UUID task, TaskExtras before, PastAttempt attempt, int most) {
    rows.put(Keys.attempt(task, before.nextAttempt()), encoded(attempt));
    return before.withAttempt(Math.min(most, MAX_KEPT));
  }

  /** Returns the keys of the latest attempts, latest first. */
  public static List<RowKey> latest(UUID task, TaskExtras extras, int limit) {
    long newest = extras.nextAttempt() - 1;
    return LongStream.rangeClosed(0, newest - extras.firstAttempt())
        .limit(limit)
        .mapToObj(older -> Keys.attempt(task, newest - older))
        .toList();
  }

  /** Removes the attempts that the task's row no longer names. */
  static void remove(Rows rows, UUID task, TaskExtras before, TaskExtras after) {
    for (long number = before.firstAttempt(); number < before.nextAttempt(); number++) {
      if (number < after.firstAttempt() || number >= after.nextAttempt()) {
        rows.remove(Keys.attempt(task, number));
      }
    }
  }

  private static byte[] encoded(PastAttempt attempt) {
    Encoder out = new Encoder().code(FORMAT).number(attempt.number());
    out.maybe(attempt.owner(), out::id).maybe(attempt.claimedAt(), out::time);
    return out.time(attempt.endedAt())
        .code(attempt.outcome().code())
        .text(attempt.error())
        .toArray();
  }

  public static PastAttempt read(Row row) {
    Decoder in = Decoder.of(row.value(), FORMAT, "An attempt");
    return new PastAttempt(
        in.count(),
        in.maybe(in::id),
        in.maybe(in::time),
        in.time(),
        LastOutcome.ofCode(in.code()),
        in.text());
  }
}
