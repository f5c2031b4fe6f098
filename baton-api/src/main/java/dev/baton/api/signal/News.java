package dev.baton.api.signal;

import dev.baton.task.Bytes;
import dev.baton.task.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a signal makes of a task. One that is held, or waits for other tasks, takes the news and
 * their time, and stays where it is until it is let go.
 */
public sealed interface News {

  /** It goes on in this state with this data as soon as a node has a slot; counts start anew. */
  static News goTo(String state, @Nullable Bytes data) {
    return new GoTo(state, data);
  }

  /** It waits so long in this state with this data; counts start anew. */
  static News park(Duration delay, String state, @Nullable Bytes data) {
    return new Park(When.in(delay), state, data);
  }

  /** It waits until then in this state with this data; counts start anew. */
  static News park(Instant until, String state, @Nullable Bytes data) {
    return new Park(When.at(until), state, data);
  }

  /** These news change nothing: they come too late, or were known. */
  static News notWanted() {
    return new NotWanted();
  }

  /** See {@link #goTo}. */
  record GoTo(String state, @Nullable Bytes data) implements News {}

  /** See {@link #park(Instant, String, Bytes)}. */
  record Park(When until, String state, @Nullable Bytes data) implements News {}

  /** See {@link #notWanted}. */
  record NotWanted() implements News {}
}
