package dev.baton.handler.internal;

import dev.baton.handler.Attempt;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import org.jspecify.annotations.Nullable;

/**
 * What {@link OnLost} says.
 *
 * @param isOnlyIfMarked whether it decides only after {@link Attempt#markIrreversible}
 * @param maxLosses how many losses in a row are resumed
 * @param reconciler null where none is asked
 */
public record LossChoice(
    boolean isStop, boolean isOnlyIfMarked, int maxLosses, @Nullable Asked reconciler) {

  /** What a definition has that names none. */
  public static final LossChoice USUAL = new LossChoice(false, false, 5, null);

  /** Asks a reconciler; an {@link Outcome} has its result in the stored form. */
  @FunctionalInterface
  public interface Asked {
    Reconciliation<?> reconcile(Attempt attempt) throws Exception;
  }

  /** Returns whether each lost attempt is resumed, marked or not. */
  public boolean isResume() {
    return !isStop && reconciler == null;
  }

  /** Losses that are resumed before a mark. */
  public int limit() {
    return isStop && !isOnlyIfMarked ? 0 : maxLosses;
  }

  /** Losses that are resumed after a mark. */
  public int limitIfMarked() {
    return isStop ? 0 : maxLosses;
  }
}
