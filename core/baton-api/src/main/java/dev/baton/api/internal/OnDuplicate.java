package dev.baton.api.internal;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.function.Supplier;

/** Decides what an add does if a task with the same id or unique key exists. */
public sealed interface OnDuplicate {

  /** The add returns the existing task and writes nothing. */
  record Join() implements OnDuplicate {}

  /**
   * A task that hasn't begun gets another payload.
   *
   * @param specs merges the two specs; only payload, context and traits may differ
   */
  record Merge(Specs specs) implements OnDuplicate {}

  /** Merges two tasks. */
  @FunctionalInterface
  interface Specs {
    TaskSpec merge(TaskSpec existing, TaskSpec submitted, Supplier<PayloadCodec> standard);
  }

  /**
   * A finished task runs again.
   *
   * @param alsoFromError whether a task in ERROR also runs again
   */
  record RunAgain(boolean alsoFromError) implements OnDuplicate {}

  /** A task that hasn't begun gets the submitted payload and a later time. */
  record Debounce(Duration delay, Duration longest) implements OnDuplicate {
    public Debounce {
      if (delay.isNegative()
          || delay.isZero()
          || longest.compareTo(delay) < 0
          || longest.compareTo(When.LONGEST) > 0) {
        throw new IllegalArgumentException(
            "A debounce needs a positive delay, and a longest delay between that and "
                + When.LONGEST.toDays()
                + " days, not "
                + Texts.duration(delay)
                + " and "
                + Texts.duration(longest));
      }
    }
  }
}
