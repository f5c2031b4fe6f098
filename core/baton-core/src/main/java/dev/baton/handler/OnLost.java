package dev.baton.handler;

import dev.baton.api.internal.StoredType;
import dev.baton.handler.internal.LossChoice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides what happens to a task whose node died while its handler ran. A handler that throws is no
 * loss: its {@link TaskDefinition#retry retry policy} decides. Immutable; thread-safe if its
 * reconciler is.
 *
 * <p>{@link #stopIfMarked} and {@link #askIfMarked} are for handlers that call {@link
 * Attempt#markIrreversible} before they do what can't be undone: a task that was lost before the
 * mark is resumed, as with {@link #resume()}.
 *
 * @param <P> the payload that the reconciler is given
 * @param <R> the result
 */
public final class OnLost<P, R> {
  private static final int USUAL_LOSSES = LossChoice.USUAL.maxLosses();

  private final boolean isStop;
  private final boolean isOnlyIfMarked;
  private final int maxLosses;
  private final @Nullable Reconciler<P, R> reconciler;

  private OnLost(
      boolean isStop,
      boolean isOnlyIfMarked,
      int maxLosses,
      @Nullable Reconciler<P, R> reconciler) {
    this.isStop = isStop;
    this.isOnlyIfMarked = isOnlyIfMarked;
    this.maxLosses = maxLosses;
    this.reconciler = reconciler;
  }

  /**
   * Another node runs the task again, after at most five losses in a row: its effects happen at
   * least once.
   */
  public static <P, R> OnLost<P, R> resume() {
    return resume(USUAL_LOSSES);
  }

  /**
   * Another node runs the task again: its effects happen at least once.
   *
   * @param maxLosses how many losses in a row are resumed before the task stops in ERROR; at least
   *     1
   * @throws IllegalArgumentException for fewer
   */
  public static <P, R> OnLost<P, R> resume(int maxLosses) {
    return new OnLost<>(false, false, checked(maxLosses), null);
  }

  /** The task stops in ERROR until a person decides: its effects happen at most once. */
  public static <P, R> OnLost<P, R> stop() {
    return new OnLost<>(true, false, USUAL_LOSSES, null);
  }

  /** The task stops in ERROR if it was marked irreversible; otherwise it is resumed. */
  public static <P, R> OnLost<P, R> stopIfMarked() {
    return new OnLost<>(true, true, USUAL_LOSSES, null);
  }

  /**
   * Another node asks the reconciler whether the effect happened, before the handler may run again:
   * the effects happen exactly once if the reconciler tells the truth. After five losses in a row
   * the task stops in ERROR.
   */
  public static <P, R> OnLost<P, R> ask(Reconciler<P, R> reconciler) {
    return asking(false, USUAL_LOSSES, reconciler);
  }

  /** Works as {@link #ask} if the task was marked irreversible; otherwise the task is resumed. */
  public static <P, R> OnLost<P, R> askIfMarked(Reconciler<P, R> reconciler) {
    return askIfMarked(USUAL_LOSSES, reconciler);
  }

  /**
   * Works as {@link #ask} if the task was marked irreversible; otherwise the task is resumed.
   *
   * @param maxLosses how many losses in a row are asked about or resumed before the task stops in
   *     ERROR; at least 1
   * @throws IllegalArgumentException for fewer
   */
  public static <P, R> OnLost<P, R> askIfMarked(int maxLosses, Reconciler<P, R> reconciler) {
    return asking(true, maxLosses, reconciler);
  }

  private static <P, R> OnLost<P, R> asking(
      boolean isOnlyIfMarked, int maxLosses, Reconciler<P, R> reconciler) {
    Objects.requireNonNull(reconciler, "reconciler");
    return new OnLost<>(false, isOnlyIfMarked, checked(maxLosses), reconciler);
  }

  private static int checked(int maxLosses) {
    if (maxLosses < 1) {
      throw new IllegalArgumentException(
          "maxLosses must be at least 1, not " + maxLosses + "; use OnLost.stop() for none");
    }
    return maxLosses;
  }

  /** What the engine reads. */
  LossChoice stored(StoredType<P, R> type) {
    Reconciler<P, R> asked = reconciler;
    return new LossChoice(
        isStop,
        isOnlyIfMarked,
        maxLosses,
        asked == null
            ? null
            : attempt ->
                stored(
                    type,
                    asked.reconcile(type.payload(attempt.payload(), attempt.traits()), attempt)));
  }

  private static <R> Reconciliation<?> stored(StoredType<?, R> type, Reconciliation<R> known) {
    return known instanceof Reconciliation.Happened<R> happened
        ? new Reconciliation.Happened<>(happened.outcome().stored(type::encode))
        : known;
  }
}
