package dev.baton.handler.internal;

import dev.baton.handler.Outcome;
import dev.baton.task.Bytes;
import java.util.function.Function;

/** Converts outcomes to their stored form, in which a result is bytes. */
public final class StoredOutcome {
  private StoredOutcome() {}

  /**
   * Returns the outcome with its result in the stored form.
   *
   * @param encoder writes a result
   */
  @SuppressWarnings("unchecked") // an outcome without a result fits every type
  public static <R> Outcome<Bytes> of(Outcome<R> outcome, Function<? super R, Bytes> encoder) {
    if (outcome instanceof HandlerOutcome.Done<R> done && done.result() != null) {
      return new HandlerOutcome.Done<>(encoder.apply(done.result()), done.forget());
    }
    if (outcome instanceof HandlerOutcome.Repeat<R> repeat && repeat.result() != null) {
      return new HandlerOutcome.Repeat<>(repeat.next(), encoder.apply(repeat.result()));
    }
    if (outcome instanceof HandlerOutcome.Next<R> next && next.result() != null) {
      return new HandlerOutcome.Next<>(next.next(), encoder.apply(next.result()));
    }
    return (Outcome<Bytes>) outcome;
  }
}
