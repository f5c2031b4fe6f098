package dev.baton.api;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.task.Bytes;
import dev.baton.task.TaskSpec;
import dev.baton.task.When;
import java.time.Duration;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an add does that meets a task with its id or unique key.
 *
 * <table>
 * <caption>The answer, by where the task stands</caption>
 * <tr><th></th><th>not begun</th><th>begun</th><th>finished, its key still taken</th></tr>
 * <tr><td>join</td><td>AlreadyExists</td><td>AlreadyExists</td><td>AlreadyExists</td></tr>
 * <tr><td>runAgain</td><td>AlreadyExists</td><td>AlreadyExists</td><td>RanAgain</td></tr>
 * <tr><td>runAgainAlsoFromError</td><td>AlreadyExists</td><td>AlreadyExists; RanAgain from
 * ERROR</td><td>RanAgain</td></tr>
 * <tr><td>merge</td><td>Merged</td><td>AlreadyStarted</td><td>RanAgain</td></tr>
 * <tr><td>debounce</td><td>Replaced</td><td>AlreadyStarted</td><td>RanAgain</td></tr>
 * </table>
 *
 * <p>A task has begun when an attempt of it was started, also if it waits now to be tried again, is
 * parked, or is in ERROR. One that finished and runs again hasn't begun until it does.
 *
 * <p>All of it happens in the adding transaction: it counts exactly if that commits. An add that
 * meets another's open transaction waits for its end. At repeatable read or serializable, where the
 * task was changed after the transaction's snapshot and the database won't change it any more, the
 * add fails with {@link StoreUnavailableException}: roll back and run the transaction again. Keep
 * transactions short that change a task so: other transactions that change it wait for them.
 *
 * <p>With {@link AddResult.AlreadyStarted} nothing of what was submitted is kept: a caller who
 * needs it run after the one that has begun adds it under another key.
 *
 * <p>Requests with any choice but {@link #join} are never handed to the adding node directly: a
 * task that is claimed as it is added would have begun before its transaction has ended.
 */
public sealed interface OnDuplicate {

  /** The task that is there is answered, and nothing is written. */
  static OnDuplicate join() {
    return new Join();
  }

  /**
   * One that hasn't begun gets the payload that the function makes of its own (first) and the
   * submitted one (second); it keeps its time, priority and carried context. Nothing is lost: what
   * was merged is in the payload of an attempt that starts after the commit. Types with payload
   * classes say it by {@link TaskType#merging}.
   *
   * @param payloads pure, quick, and called again when another was faster; no payload is empty
   *     bytes
   */
  static OnDuplicate merge(BinaryOperator<Bytes> payloads) {
    return new Merge(
        (there, submitted) ->
            there.with(
                payloads.apply(orEmpty(there.payload()), orEmpty(submitted.payload())),
                there.context()));
  }

  /** One that has finished runs again, with the submitted payload; its keys are taken anew. */
  static OnDuplicate runAgain() {
    return new RunAgain(false);
  }

  /**
   * As {@link #runAgain}; one that is in ERROR runs again too: it is failed, which counts for tasks
   * that wait for it, and begins anew. One whose last attempt was lost, or of which isn't known
   * what it did, is still for a person to decide, and is joined.
   */
  static OnDuplicate runAgainAlsoFromError() {
    return new RunAgain(true);
  }

  /**
   * The task runs when nothing was submitted for a while: it is added with that delay, and each
   * resubmission before it has begun replaces its payload and carried context and delays it anew,
   * up to a longest time after it was first added.
   *
   * @param delay how long after the last submission it runs
   * @param longest how long after the first one at the latest; at least the delay
   */
  static OnDuplicate debounce(Duration delay, Duration longest) {
    return new Debounce(delay, longest);
  }

  private static Bytes orEmpty(@Nullable Bytes payload) {
    return payload == null ? Bytes.of("") : payload;
  }

  /** See {@link #join()}. */
  record Join() implements OnDuplicate {}

  /**
   * See {@link #merge}.
   *
   * @param specs makes of what the task is and what was submitted what it is then; only payload,
   *     carried context and traits may differ
   */
  record Merge(BinaryOperator<TaskSpec> specs) implements OnDuplicate {}

  /**
   * See {@link #runAgain()}.
   *
   * @param alsoFromError see {@link #runAgainAlsoFromError()}
   */
  record RunAgain(boolean alsoFromError) implements OnDuplicate {}

  /** See {@link #debounce}. */
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
                + delay
                + " and "
                + longest);
      }
    }
  }
}
