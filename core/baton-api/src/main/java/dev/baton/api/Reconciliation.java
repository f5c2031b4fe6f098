package dev.baton.api;

/** What is known of the effect of an attempt that was lost. */
public sealed interface Reconciliation {

  /** It happened: the task is done. */
  static Reconciliation happened() {
    return new Happened(Outcome.done());
  }

  /** It happened: the task ends so, or goes on so, and its handler isn't called for it. */
  static Reconciliation happened(Outcome outcome) {
    return new Happened(outcome);
  }

  /** It didn't happen, and never will: the handler runs. */
  static Reconciliation notHappened() {
    return new NotHappened();
  }

  /** It can't be found out: the task stops in ERROR. When a person retries it, the handler runs. */
  static Reconciliation unknown(String reason) {
    return new Unknown(reason);
  }

  /** See {@link #happened(Outcome)}. */
  record Happened(Outcome outcome) implements Reconciliation {}

  /** See {@link #notHappened()}. */
  record NotHappened() implements Reconciliation {}

  /** See {@link #unknown(String)}. */
  record Unknown(String reason) implements Reconciliation {}
}
