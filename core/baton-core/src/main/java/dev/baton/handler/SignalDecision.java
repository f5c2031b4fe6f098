package dev.baton.handler;

import dev.baton.task.Bytes;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a signal about a task. A task that is on hold or waits for other tasks gets the
 * new state, data and time, but starts only after its release.
 */
public sealed interface SignalDecision {

  /**
   * Continues the task in this state, with this data, as soon as a node has a slot. The counts of
   * attempts and losses start again at zero.
   */
  static SignalDecision goTo(String state, @Nullable Bytes data) {
    return new GoTo(state, data);
  }

  /**
   * Parks the task in this state, with this data, for this long. The counts of attempts and losses
   * start again at zero.
   */
  static SignalDecision park(Duration delay, String state, @Nullable Bytes data) {
    return new Park(When.in(delay), state, data);
  }

  /**
   * Parks the task in this state, with this data, until this time. The counts of attempts and
   * losses start again at zero.
   */
  static SignalDecision park(Instant until, String state, @Nullable Bytes data) {
    return new Park(When.at(until), state, data);
  }

  /**
   * Leaves the task unchanged, because the signal comes too late or repeats what the task already
   * knows.
   */
  static SignalDecision notWanted() {
    return new NotWanted();
  }

  /** See {@link #goTo}. */
  record GoTo(String state, @Nullable Bytes data) implements SignalDecision {}

  /** See {@link #park(Instant, String, Bytes)}. */
  record Park(When until, String state, @Nullable Bytes data) implements SignalDecision {}

  /** See {@link #notWanted}. */
  record NotWanted() implements SignalDecision {}
}
