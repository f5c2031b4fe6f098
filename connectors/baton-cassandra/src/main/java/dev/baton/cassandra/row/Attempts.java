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
 * How attempts of tasks ended, each in a row of its own. The row of the task names them: one that
 * it doesn't name any more is removed with the same change.
 */
public final class Attempts {
  /** Older ones of a task go. */
  public static final int MAX_KEPT = 500;

  private static final int FORMAT = 1;

  private Attempts() {}

  /**
   * Writes an attempt.
   *
   * @param most so many of the task's latest are kept
   * @return what the task's row has to say then
   */
  public static TaskExtras add(
      Rows rows, UUID task, TaskExtras before, PastAttempt attempt, int most) {
    rows.put(Keys.attempt(task, before.nextAttempt()), encoded(attempt));
    return before.withAttempt(Math.min(most, MAX_KEPT));
  }

  /** Where the latest are, the latest first. */
  public static List<RowKey> latest(UUID task, TaskExtras extras, int limit) {
    long newest = extras.nextAttempt() - 1;
    return LongStream.rangeClosed(0, newest - extras.firstAttempt())
        .limit(limit)
        .mapToObj(older -> Keys.attempt(task, newest - older))
        .toList();
  }

  /** Removes those that are named no more. */
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
