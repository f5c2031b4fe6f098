package dev.baton.handler;

/**
 * The answer of a {@link Reconciler}: what is known about the effect of a lost attempt.
 *
 * @param <R> the task's result; {@link Void} for none
 */
public sealed interface Reconciliation<R> {

  /** Says that the effect happened: the task is DONE, without a result. */
  static Reconciliation<Void> happened() {
    return new Happened<>(Outcome.done());
  }

  /**
   * Says that the effect happened: Baton applies this outcome to the task and doesn't call the
   * handler.
   */
  static <R> Reconciliation<R> happened(Outcome<R> outcome) {
    return new Happened<>(outcome);
  }

  /** Says that the effect didn't happen and will not happen later: the handler runs. */
  static <R> Reconciliation<R> notHappened() {
    return new NotHappened<>();
  }

  /**
   * Says that the effect can't be determined: the task stops in ERROR. If an operator retries the
   * task, the handler runs.
   */
  static <R> Reconciliation<R> unknown(String reason) {
    return new Unknown<>(reason);
  }

  /** See {@link #happened(Outcome)}. */
  record Happened<R>(Outcome<R> outcome) implements Reconciliation<R> {}

  /** See {@link #notHappened()}. */
  record NotHappened<R>() implements Reconciliation<R> {}

  /** See {@link #unknown(String)}. */
  record Unknown<R>(String reason) implements Reconciliation<R> {}
}
