package dev.baton.api;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.OnDuplicate;
import java.time.Duration;
import java.util.function.BinaryOperator;

/**
 * Decides what an add does if a task with the same {@link Unique identity} exists. Immutable and
 * thread-safe.
 *
 * <pre>{@code
 * TaskType.of("PURGE_TABLE", Purge.class)
 *     .unique(purge -> Unique.idFrom(purge.table()), Conflict.merge(Purge::and));
 * }</pre>
 *
 * <table>
 * <caption>The result, by the state of the existing task</caption>
 * <tr><th>Choice</th><th>not begun</th><th>begun</th><th>finished, and its identity is
 * still taken</th></tr>
 * <tr><td>join</td><td>AlreadyExists</td><td>AlreadyExists</td><td>AlreadyExists</td></tr>
 * <tr><td>runAgain</td><td>AlreadyExists</td><td>AlreadyExists</td><td>RanAgain</td></tr>
 * <tr><td>runAgainAlsoFromError</td><td>AlreadyExists</td><td>AlreadyExists; RanAgain from
 * ERROR</td><td>RanAgain</td></tr>
 * <tr><td>merge</td><td>Merged</td><td>AlreadyStarted</td><td>RanAgain</td></tr>
 * <tr><td>debounce</td><td>Replaced</td><td>AlreadyStarted</td><td>RanAgain</td></tr>
 * </table>
 *
 * <p>A task has begun when one of its attempts was started. This includes a task that waits for a
 * retry, is parked, or is in ERROR. A finished task that runs again has not begun until its next
 * attempt starts. A finished task whose identity is free again is not an existing task: the add
 * creates a new one.
 *
 * <p>A finished task that runs again takes the payload, context, state and time from the new
 * request, and {@link TaskType#clearPayload} applies as in the new request. It keeps its key,
 * sub-type, bucket, priority, labels and correlation id.
 *
 * <p>The change is part of the adding transaction: it is lost if that transaction rolls back. If
 * another open transaction adds a task with the same identity, the add waits until that transaction
 * ends. Keep such transactions short, because other transactions that change the same task wait for
 * them. At the isolation levels repeatable read and serializable, the database may refuse to change
 * a task that was changed after the transaction's snapshot. The add then throws {@link
 * StoreUnavailableException}: roll back and run the transaction again.
 *
 * <p>{@link AddResult.AlreadyStarted} means that Baton dropped the request. If the work must run
 * once more, add it with another identity.
 *
 * <p>Tasks that are added with another choice than {@link #join} may start a few milliseconds
 * later, because the adding node doesn't start them directly: later adds could then no longer merge
 * into them. If the store supports only {@code join}, the add throws a {@link
 * dev.baton.api.error.ConfigurationException} for the other choices.
 *
 * @param <P> the payload of the type
 */
public final class Conflict<P> {
  private final Form<P> form;

  private Conflict(Form<P> form) {
    this.form = form;
  }

  /** Creates the form of the choice that the engine reads. */
  private interface Form<P> {
    OnDuplicate of(TaskType<P, ?> type, boolean isFromPayload);
  }

  /** Returns the existing task and writes nothing. */
  public static <P> Conflict<P> join() {
    return always(new OnDuplicate.Join());
  }

  /**
   * Merges the payloads if the task hasn't begun. The function gets the payload of the existing
   * task first and the submitted payload second. The task keeps its time, priority, state and
   * context. An attempt that starts after the commit gets the merged payload. A finished task runs
   * again, with the submitted payload.
   *
   * <p>The method to which you pass this choice throws an {@link IllegalArgumentException} if the
   * type has no payload.
   *
   * @param payloads function without side effects, which must be quick. Baton calls it on the
   *     adding thread, inside the transaction, and again after a conflict with another add. The add
   *     throws the exceptions of the function. If the type derives the identity from the payload,
   *     the merged payload must have the same identity: otherwise the add throws a {@link
   *     dev.baton.api.error.RequestRefusedException}
   */
  public static <P> Conflict<P> merge(BinaryOperator<P> payloads) {
    return new Conflict<>(
        (type, isFromPayload) -> {
          if (type.payloadClass() == Void.class) {
            throw new IllegalArgumentException(
                "Tasks of type "
                    + type.name()
                    + " have no payload to merge: use Conflict.join() instead of"
                    + " Conflict.merge(...)");
          }
          return new OnDuplicate.Merge(
              (existing, submitted, standard) ->
                  type.merged(payloads, existing, submitted, isFromPayload, standard));
        });
  }

  /**
   * Delays the task until nothing has been added with this identity for {@code delay}. Each add
   * before the task has begun replaces its payload and context, keeps its state, and delays it
   * again, but not beyond {@code longest} after the first add. A finished task runs again, after
   * the delay.
   *
   * <p>The add refuses a request that also sets {@link TaskRequest#runIn} or {@link
   * TaskRequest#runAt}, or that is {@linkplain TaskType#ordered ordered}.
   *
   * @param delay time from the last add to the run; more than zero
   * @param longest maximum time from the first add to the run; at least {@code delay}, at most
   *     36,525 days
   * @throws IllegalArgumentException if one of the times is outside these limits
   */
  public static <P> Conflict<P> debounce(Duration delay, Duration longest) {
    return always(new OnDuplicate.Debounce(delay, longest));
  }

  /**
   * Runs a finished task again, with the submitted payload. Its identity is then taken again. The
   * add refuses a request that is {@linkplain TaskType#ordered ordered}. The method to which you
   * pass this choice throws an {@link IllegalArgumentException} if the identity is a {@link
   * Unique#whileLive} key, because that key is free once its task has finished.
   */
  public static <P> Conflict<P> runAgain() {
    return always(new OnDuplicate.RunAgain(false));
  }

  /**
   * Runs a finished task or a task in ERROR again, otherwise like {@link #runAgain}. A task in
   * ERROR first becomes FAILED; this also counts as its end for the tasks that wait for it. If the
   * task's last attempt was lost, or its effect is unknown, a person must decide: the add then
   * returns the existing task, as with {@link #join}.
   */
  public static <P> Conflict<P> runAgainAlsoFromError() {
    return always(new OnDuplicate.RunAgain(true));
  }

  private static <P> Conflict<P> always(OnDuplicate choice) {
    return new Conflict<>((type, isFromPayload) -> choice);
  }

  /**
   * Returns this choice in the form that the engine reads.
   *
   * @param isFromPayload true if the type derives the identity from the payload, false if the
   *     request sets it
   */
  OnDuplicate in(TaskType<P, ?> type, boolean isFromPayload) {
    return form.of(type, isFromPayload);
  }
}
