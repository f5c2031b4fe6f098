package dev.baton.move;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * How a task stands in its old engine.
 *
 * @param status the old engine's own word
 * @param state what that means
 * @param time when it is due; its place in the order of arrival where it is due already; when it
 *     ended where it has ended; the latest run that was made where its nodes make them
 * @param error why it failed last, as far as its row says; null for nothing
 * @param recurrence how it comes again by itself: only a schedule can stand for it then. Null where
 *     it doesn't, or its row doesn't say
 */
public record Standing(
    String status,
    State state,
    Instant time,
    @Nullable String error,
    @Nullable Recurrence recurrence) {

  /** What a status of an old engine means. */
  public enum State {
    /** Due now, or later. */
    DUE,
    /** The old engine runs it just now, or it died while it did. */
    RUNNING,
    /** It needs a person. */
    ERROR,
    /** It has ended. */
    FINISHED,
    /**
     * It recurs, and the old engine's nodes have its next runs in their memory: it can go over when
     * they have been stopped.
     */
    RECURRING_IN_MEMORY,
    /** The old engine has stopped it for a while. */
    RESTING
  }

  /**
   * How a task comes again.
   *
   * @param expression as the old engine writes it: a cron expression, or a length as {@code PT1H}
   * @param zone the time zone of the expression; null where it needs none
   */
  public record Recurrence(String expression, @Nullable ZoneId zone) {}

  Standing(String status, State state, Instant time) {
    this(status, state, time, null, null);
  }
}
