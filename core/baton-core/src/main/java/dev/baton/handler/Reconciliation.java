package dev.baton.handler;

import dev.baton.handler.internal.FoundEffect;

/**
 * The result of a {@link Reconciler}: what is known about the effect of a lost attempt.
 *
 * @param <R> the task's result; {@link Void} for none
 */
public sealed interface Reconciliation<R> permits FoundEffect {

  /** Reports that the effect happened. The task is then DONE, without a result. */
  static Reconciliation<Void> happened() {
    return new FoundEffect.Happened<>(Outcome.done());
  }

  /**
   * Reports that the effect happened. Baton then applies this outcome to the task and doesn't call
   * the handler.
   */
  static <R> Reconciliation<R> happened(Outcome<R> outcome) {
    return new FoundEffect.Happened<>(outcome);
  }

  /** Reports that the effect didn't happen and will not happen later. The handler then runs. */
  static <R> Reconciliation<R> notHappened() {
    return new FoundEffect.NotHappened<>();
  }

  /**
   * Reports that it can't be determined whether the effect happened. The task then stops in ERROR.
   * If an operator retries the task, the handler runs.
   */
  static <R> Reconciliation<R> unknown(String reason) {
    return new FoundEffect.Unknown<>(reason);
  }
}
