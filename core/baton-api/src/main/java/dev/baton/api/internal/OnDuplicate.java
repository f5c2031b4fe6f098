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
   * A task that hasn't begun gets a merged payload.
   *
   * @param specs merges the specs of the existing and the submitted task; the result may differ
   *     from the existing spec only in payload, context and traits
   */
  record Merge(Specs specs) implements OnDuplicate {}

  /** Merges the specs of two tasks. */
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
            "debounce("
                + Texts.duration(delay)
                + ", "
                + Texts.duration(longest)
                + "): the delay must be more than zero, and the longest delay must be at least the"
                + " delay and at most "
                + When.LONGEST.toDays()
                + " days");
      }
    }
  }
}
