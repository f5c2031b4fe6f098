package dev.baton.handler.internal;

import dev.baton.handler.SignalDecision;
import dev.baton.task.Bytes;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a signal decides for the row of a task. */
public sealed interface RowDecision extends SignalDecision {

  /** It goes on in this state with this data as soon as a node has a slot; counts start anew. */
  static RowDecision goTo(String state, @Nullable Bytes data) {
    return new GoTo(state, data);
  }

  /** It waits so long in this state with this data; counts start anew. */
  static RowDecision park(Duration delay, String state, @Nullable Bytes data) {
    return new Park(When.in(delay), state, data);
  }

  /** It waits until then in this state with this data; counts start anew. */
  static RowDecision park(Instant until, String state, @Nullable Bytes data) {
    return new Park(When.at(until), state, data);
  }

  /** The signal changes nothing: it comes too late, or the task knew it. */
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
