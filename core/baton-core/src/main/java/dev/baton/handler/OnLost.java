package dev.baton.handler;

import dev.baton.api.internal.StoredType;
import dev.baton.handler.internal.FoundEffect;
import dev.baton.handler.internal.LossChoice;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.handler.internal.StoredOutcome;
import java.util.Objects;
import java.util.function.Function;

/**
 * Decides what happens to a task whose node died while its handler ran. A handler that throws is
 * not lost: its {@link TaskDefinition#retry retry policy} decides. Immutable; thread-safe if its
 * reconciler is.
 *
 * <p>{@link #stopIfMarked} and {@link #askIfMarked} are for handlers that call {@link
 * Attempt#markIrreversible} before they do something that can't be undone. A task that was lost
 * before the mark is resumed, as with {@link #resume()}.
 *
 * @param <P> the payload that the reconciler gets
 * @param <R> the result
 */
public final class OnLost<P, R> {
  private static final int USUAL_LOSSES = LossChoice.USUAL.maxLosses();

  /**
   * Returns the choice in the form that the engine reads. The argument reads payloads and writes
   * results of the type.
   */
  private final Function<StoredType<P, R>, LossChoice> choice;

  private OnLost(Function<StoredType<P, R>, LossChoice> choice) {
    this.choice = choice;
  }

  /**
   * Makes another node run the task again, after at most five losses in a row. The task's effects
   * happen at least once.
   */
  public static <P, R> OnLost<P, R> resume() {
    return resume(USUAL_LOSSES);
  }

  /**
   * Makes another node run the task again. The task's effects happen at least once.
   *
   * @param maxLosses the largest number of losses in a row, at least 1; after one more loss the
   *     task stops in ERROR
   * @throws IllegalArgumentException if maxLosses is less than 1
   */
  public static <P, R> OnLost<P, R> resume(int maxLosses) {
    return saying(new LossChoice(false, false, checked(maxLosses), null));
  }

  /** Stops the task in ERROR until an operator decides. The task's effects happen at most once. */
  public static <P, R> OnLost<P, R> stop() {
    return saying(new LossChoice(true, false, USUAL_LOSSES, null));
  }

  /** Stops the task in ERROR if it was marked irreversible; otherwise another node resumes it. */
  public static <P, R> OnLost<P, R> stopIfMarked() {
    return saying(new LossChoice(true, true, USUAL_LOSSES, null));
  }

  /**
   * Makes another node call the reconciler, which finds out whether the effect happened, before the
   * handler may run again. If the reconciler is right, the task's effects happen exactly once. A
   * task that is lost more than five times in a row stops in ERROR.
   */
  public static <P, R> OnLost<P, R> ask(Reconciler<P, R> reconciler) {
    return asking(false, USUAL_LOSSES, reconciler);
  }

  /**
   * Calls the reconciler, like {@link #ask}, if the task was marked irreversible; otherwise another
   * node resumes the task.
   */
  public static <P, R> OnLost<P, R> askIfMarked(Reconciler<P, R> reconciler) {
    return askIfMarked(USUAL_LOSSES, reconciler);
  }

  /**
   * Calls the reconciler, like {@link #ask}, if the task was marked irreversible; otherwise another
   * node resumes the task.
   *
   * @param maxLosses the largest number of losses in a row, at least 1; after one more loss the
   *     task stops in ERROR
   * @throws IllegalArgumentException if maxLosses is less than 1
   */
  public static <P, R> OnLost<P, R> askIfMarked(int maxLosses, Reconciler<P, R> reconciler) {
    return asking(true, maxLosses, reconciler);
  }

  private static <P, R> OnLost<P, R> asking(
      boolean isOnlyIfMarked, int maxLosses, Reconciler<P, R> reconciler) {
    Objects.requireNonNull(reconciler, "reconciler");
    int losses = checked(maxLosses);
    return new OnLost<>(
        type ->
            new LossChoice(
                false,
                isOnlyIfMarked,
                losses,
                attempt ->
                    stored(
                        type,
                        reconciler.reconcile(
                            type.payload(attempt.payload(), RowAttempt.traits(attempt)),
                            attempt))));
  }

  private static <P, R> OnLost<P, R> saying(LossChoice choice) {
    return new OnLost<>(type -> choice);
  }

  private static int checked(int maxLosses) {
    if (maxLosses < 1) {
      throw new IllegalArgumentException(
          "maxLosses must be at least 1, not "
              + maxLosses
              + ". To allow no loss, use OnLost.stop()");
    }
    return maxLosses;
  }

  LossChoice stored(StoredType<P, R> type) {
    return choice.apply(type);
  }

  private static <R> Reconciliation<?> stored(StoredType<?, R> type, Reconciliation<R> known) {
    return known instanceof FoundEffect.Happened<R> happened
        ? new FoundEffect.Happened<>(StoredOutcome.of(happened.outcome(), type::encode))
        : known;
  }
}
