package dev.baton.api;

import java.util.Objects;
import java.util.function.Function;
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
 */
public final class OnLost<P> {
  private static final int USUAL_LOSSES = 5;

  private final boolean isStop;
  private final boolean isOnlyIfMarked;
  private final int maxLosses;
  private final @Nullable Reconciler<P> reconciler;
  private final @Nullable Function<Attempt, P> payloads;

  private OnLost(
      boolean isStop,
      boolean isOnlyIfMarked,
      int maxLosses,
      @Nullable Reconciler<P> reconciler,
      @Nullable Function<Attempt, P> payloads) {
    this.isStop = isStop;
    this.isOnlyIfMarked = isOnlyIfMarked;
    this.maxLosses = maxLosses;
    this.reconciler = reconciler;
    this.payloads = payloads;
  }

  /**
   * Another node runs the task again, after at most five losses in a row: its effects happen at
   * least once.
   */
  public static <P> OnLost<P> resume() {
    return resume(USUAL_LOSSES);
  }

  /**
   * Another node runs the task again: its effects happen at least once.
   *
   * @param maxLosses how many losses in a row are resumed before the task stops in ERROR; at least
   *     1
   * @throws IllegalArgumentException for fewer
   */
  public static <P> OnLost<P> resume(int maxLosses) {
    return new OnLost<>(false, false, checked(maxLosses), null, null);
  }

  /** The task stops in ERROR until a person decides: its effects happen at most once. */
  public static <P> OnLost<P> stop() {
    return new OnLost<>(true, false, USUAL_LOSSES, null, null);
  }

  /** The task stops in ERROR if it was marked irreversible; otherwise it is resumed. */
  public static <P> OnLost<P> stopIfMarked() {
    return new OnLost<>(true, true, USUAL_LOSSES, null, null);
  }

  /**
   * Another node asks the reconciler whether the effect happened, before the handler may run again:
   * the effects happen exactly once if the reconciler tells the truth. After five losses in a row
   * the task stops in ERROR.
   */
  public static <P> OnLost<P> ask(Reconciler<P> reconciler) {
    return asking(false, USUAL_LOSSES, reconciler);
  }

  /** Works as {@link #ask} if the task was marked irreversible; otherwise the task is resumed. */
  public static <P> OnLost<P> askIfMarked(Reconciler<P> reconciler) {
    return askIfMarked(USUAL_LOSSES, reconciler);
  }

  /**
   * Works as {@link #ask} if the task was marked irreversible; otherwise the task is resumed.
   *
   * @param maxLosses how many losses in a row are asked about or resumed before the task stops in
   *     ERROR; at least 1
   * @throws IllegalArgumentException for fewer
   */
  public static <P> OnLost<P> askIfMarked(int maxLosses, Reconciler<P> reconciler) {
    return asking(true, maxLosses, reconciler);
  }

  private static <P> OnLost<P> asking(
      boolean isOnlyIfMarked, int maxLosses, Reconciler<P> reconciler) {
    Objects.requireNonNull(reconciler, "reconciler");
    return new OnLost<>(false, isOnlyIfMarked, checked(maxLosses), reconciler, null);
  }

  private static int checked(int maxLosses) {
    if (maxLosses < 1) {
      throw new IllegalArgumentException(
          "maxLosses must be at least 1, not " + maxLosses + "; use OnLost.stop() for none");
    }
    return maxLosses;
  }

  /** Returns a copy that reads the payload for its reconciler with this function. */
  OnLost<P> reading(Function<Attempt, P> payload) {
    return new OnLost<>(isStop, isOnlyIfMarked, maxLosses, reconciler, payload);
  }

  boolean isResume() {
    return !isStop && reconciler == null;
  }

  boolean isAsk() {
    return reconciler != null;
  }

  boolean isOnlyIfMarked() {
    return isOnlyIfMarked;
  }

  int lossLimit() {
    return isStop && !isOnlyIfMarked ? 0 : maxLosses;
  }

  int lossLimitIfMarked() {
    return isStop ? 0 : maxLosses;
  }

  Reconciliation reconcile(Attempt attempt) throws Exception {
    if (reconciler == null || payloads == null) {
      throw new IllegalStateException("There is nothing to ask");
    }
    return reconciler.reconcile(payloads.apply(attempt), attempt);
  }
}
