package dev.baton.handler.internal;

import dev.baton.handler.Attempt;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import org.jspecify.annotations.Nullable;

/**
 * The choice that {@link OnLost} makes, as the engine reads it.
 *
 * @param isOnlyIfMarked whether the choice applies only after {@link Attempt#markIrreversible};
 *     otherwise the task is resumed
 * @param maxLosses the largest number of losses in a row; after one more loss the task stops in
 *     ERROR
 * @param reconciler null if the choice has no reconciler
 */
public record LossChoice(
    boolean isStop, boolean isOnlyIfMarked, int maxLosses, @Nullable Asked reconciler) {

  /** The default choice. */
  public static final LossChoice USUAL = new LossChoice(false, false, 5, null);

  /**
   * Calls a reconciler. The {@link Outcome} that it returns contains the result in its stored form.
   */
  @FunctionalInterface
  public interface Asked {
    Reconciliation<?> reconcile(Attempt attempt) throws Exception;
  }

  /** Returns whether every lost task is resumed, even if it was marked irreversible. */
  public boolean isResume() {
    return !isStop && reconciler == null;
  }

  /** Returns the largest number of losses in a row for a task without a mark. */
  public int limit() {
    return isStop && !isOnlyIfMarked ? 0 : maxLosses;
  }

  /** Returns the largest number of losses in a row for a task that was marked irreversible. */
  public int limitIfMarked() {
    return isStop ? 0 : maxLosses;
  }
}
