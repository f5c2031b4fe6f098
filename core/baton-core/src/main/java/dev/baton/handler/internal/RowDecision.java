package dev.baton.handler.internal;

import dev.baton.handler.MoveDecision;
import dev.baton.task.Bytes;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The change that a move makes in the row of a task. */
public sealed interface RowDecision extends MoveDecision {

  /**
   * Continues the task in this state with this data as soon as a node has a slot. The counts of
   * attempts and losses start again at zero.
   */
  static RowDecision goTo(String state, @Nullable Bytes data) {
    return new GoTo(state, data);
  }

  /** Parks the task for this delay in this state; otherwise like {@link #goTo}. */
  static RowDecision park(Duration delay, String state, @Nullable Bytes data) {
    return new Park(When.in(delay), state, data);
  }

  /** Parks the task until this time in this state; otherwise like {@link #goTo}. */
  static RowDecision park(Instant until, String state, @Nullable Bytes data) {
    return new Park(When.at(until), state, data);
  }

  /** Leaves the task unchanged: the signal comes too late, or was applied before. */
  static RowDecision notWanted() {
    return new NotWanted();
  }

  /** See {@link #goTo}. */
  record GoTo(String state, @Nullable Bytes data) implements RowDecision {}

  /** See {@link #park(Instant, String, Bytes)}. */
  record Park(When until, String state, @Nullable Bytes data) implements RowDecision {}

  /** See {@link #notWanted}. */
  record NotWanted() implements RowDecision {}
}
