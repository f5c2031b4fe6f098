package dev.baton.move;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The state of a task in its old engine.
 *
 * @param status the old engine's own word
 * @param state the meaning of that status
 * @param time when it is due; its position in the order of arrival if it is already due; when it
 *     ended if it has ended; the latest created run if the engine's nodes create the runs
 * @param error why it last failed, if its row says so; otherwise null
 * @param recurrence how it recurs; then only a schedule can replace it. Null if it doesn't recur,
 *     or if its row doesn't say so
 */
public record Standing(
    String status,
    State state,
    Instant time,
    @Nullable String error,
    @Nullable Recurrence recurrence) {

  /** The meaning of an old engine's status. */
  public enum State {
    /** Due now or later. */
    DUE,
    /** Running in the old engine now, or when the engine died. */
    RUNNING,
    /** Stopped until a person decides. */
    ERROR,
    /** Ended. */
    FINISHED,
    /**
     * Recurring, with its next runs in the memory of the old engine's nodes. The task can be taken
     * over after these nodes have stopped.
     */
    RECURRING_IN_MEMORY,
    /** Paused by the old engine. */
    RESTING
  }

  /**
   * The recurrence of a task.
   *
   * @param expression a cron expression for {@link dev.baton.schedule.Schedule#cron}, or a duration
   *     such as {@code PT1H} for {@link dev.baton.schedule.Schedule#fixedRate}; for other kinds of
   *     triggers of Quartz only the kind
   * @param zone the time zone of the expression; null if it needs none
   */
  public record Recurrence(String expression, @Nullable ZoneId zone) {}

  Standing(String status, State state, Instant time) {
    this(status, state, time, null, null);
  }
}
