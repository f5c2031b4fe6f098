package dev.baton.api;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.OnDuplicate;
import java.time.Duration;
import java.util.function.BinaryOperator;

/**
 * Decides what an add does if a task with the same {@link Unique identity} exists. Immutable.
 *
 * <pre>{@code
 * TaskType.of("PURGE_TABLE", Purge.class)
 *     .unique(purge -> Unique.idFrom(purge.table()), Conflict.merge(Purge::and));
 * }</pre>
 *
 * <table>
 * <caption>The result, by the state of the existing task</caption>
 * <tr><th></th><th>not begun</th><th>begun</th><th>finished, its identity still taken</th></tr>
 * <tr><td>join</td><td>AlreadyExists</td><td>AlreadyExists</td><td>AlreadyExists</td></tr>
 * <tr><td>runAgain</td><td>AlreadyExists</td><td>AlreadyExists</td><td>RanAgain</td></tr>
 * <tr><td>runAgainAlsoFromError</td><td>AlreadyExists</td><td>AlreadyExists; RanAgain from
 * ERROR</td><td>RanAgain</td></tr>
 * <tr><td>merge</td><td>Merged</td><td>AlreadyStarted</td><td>RanAgain</td></tr>
 * <tr><td>debounce</td><td>Replaced</td><td>AlreadyStarted</td><td>RanAgain</td></tr>
 * </table>
 *
 * <p>A task has begun when an attempt of it was started. This includes a task that waits for a
 * retry, is parked, or is in ERROR. A finished task that runs again hasn't begun until its next
 * attempt starts.
 *
 * <p>The change happens in the adding transaction: it counts exactly if that commits. An add that
 * meets another's open transaction waits for its end. At repeatable read or serializable, if the
 * task was changed after the transaction's snapshot and the database refuses to change it, the add
 * throws {@link StoreUnavailableException}: roll back and run the transaction again. Keep such
 * transactions short: other transactions that change the same task wait for them.
 *
 * <p>With {@link AddResult.AlreadyStarted} nothing of the request is kept. A caller that needs it
 * run after the one that has begun adds it under another identity.
 *
 * <p>A node never dispatches a request with any choice but {@link #join} to itself directly: a task
 * that is claimed as it is added would have begun before its transaction has ended.
 *
 * @param <P> the payload of the type
 */
public final class Conflict<P> {
  private final Form<P> form;

  private Conflict(Form<P> form) {
    this.form = form;
  }

  /** Makes what the engine reads. */
  private interface Form<P> {
    OnDuplicate of(TaskType<P, ?> type, boolean isFromPayload);
  }

  /** Returns the existing task and writes nothing. */
  public static <P> Conflict<P> join() {
    return always(new OnDuplicate.Join());
  }

  /**
   * Merges the payloads if the task hasn't begun: the function gets the payload of the task first
   * and the submitted one second. The task keeps its time, priority and context. An attempt that
   * starts after the commit gets everything that was merged. A finished task runs again, with the
   * submitted payload.
   *
   * @param payloads pure and quick; called again if another add was faster. If the type's identity
   *     follows from the payload, the merged payload must have the same identity
   */
  public static <P> Conflict<P> merge(BinaryOperator<P> payloads) {
    return new Conflict<>(
        (type, isFromPayload) -> {
          if (type.payloadClass() == Void.class) {
            throw new IllegalArgumentException(
                "Tasks of type "
                    + type.name()
                    + " have no payload to merge: write Conflict.join() in place of"
                    + " Conflict.merge(...)");
          }
          return new OnDuplicate.Merge(
              (there, submitted, standard) ->
                  type.merged(payloads, there, submitted, isFromPayload, standard));
        });
  }

  /**
   * Runs the task when no such add has come for a while: the task is added with that delay. Each
   * further add before it has begun replaces its payload and context and delays it again, up to a
   * longest time after the first add. A finished task runs again, after the delay.
   *
   * @param delay how long after the last add it runs
   * @param longest how long after the first add it runs at the latest; at least the delay
   */
  public static <P> Conflict<P> debounce(Duration delay, Duration longest) {
    return always(new OnDuplicate.Debounce(delay, longest));
  }

  /** Runs a finished task again, with the submitted payload; its identity is taken again. */
  public static <P> Conflict<P> runAgain() {
    return always(new OnDuplicate.RunAgain(false));
  }

  /**
   * Runs a finished task again, as {@link #runAgain} does, and also a task in ERROR. That task is
   * failed first, which counts for tasks that wait for it. A task whose last attempt was lost, or
   * whose effect is unknown, is joined: a person has to decide about it.
   */
  public static <P> Conflict<P> runAgainAlsoFromError() {
    return always(new OnDuplicate.RunAgain(true));
  }

  private static <P> Conflict<P> always(OnDuplicate choice) {
    return new Conflict<>((type, isFromPayload) -> choice);
  }

  /**
   * Returns what the engine reads.
   *
   * @param isFromPayload whether the identity is the type's, which follows from the payload
   */
  OnDuplicate in(TaskType<P, ?> type, boolean isFromPayload) {
    return form.of(type, isFromPayload);
  }
}
