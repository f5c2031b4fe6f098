package dev.baton.move;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a task stands in its old engine.
 *
 * @param status the old engine's own word
 * @param state what that means
 * @param time when it is due; its place in the order of arrival where it is due already; when it
 *     ended where it has ended
 * @param error why it failed last, as far as its row says; null for nothing
 */
public record Standing(String status, State state, Instant time, @Nullable String error) {

  /** What a status of an old engine means. */
  public enum State {
    /** Due now, or later. */
    DUE,
    /** The old engine runs it just now, or it fell while it did. */
    RUNNING,
    /** It needs a person. */
    ERROR,
    /** It has ended. */
    FINISHED,
    /** The old engine has stopped it for a while. */
    RESTING
  }

  Standing(String status, State state, Instant time) {
    this(status, state, time, null);
  }
}
