package dev.baton.handler;

/**
 * What is known of the effect of an attempt that was lost.
 *
 * @param <R> the task's result; {@link Void} for none
 */
public sealed interface Reconciliation<R> {

  /** It happened: the task, which has no result, is DONE. */
  static Reconciliation<Void> happened() {
    return new Happened<>(Outcome.done());
  }

  /** It happened: the task ends so, or goes on so, and its handler isn't called for it. */
  static <R> Reconciliation<R> happened(Outcome<R> outcome) {
    return new Happened<>(outcome);
  }

  /** It didn't happen, and never will: the handler runs. */
  static <R> Reconciliation<R> notHappened() {
    return new NotHappened<>();
  }

  /** It can't be found out: the task stops in ERROR. When a person retries it, the handler runs. */
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
