package dev.baton.handler.internal;

import dev.baton.handler.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Detects outcomes that a handler without a result creates but can't return. The compiler accepts
 * {@code handler((payout, attempt) -> Outcome.failed("closed"))}, although the task would be DONE.
 */
public final class DroppedOutcome {
  private static final ThreadLocal<@Nullable Outcome<?>> LATEST = new ThreadLocal<>();

  private DroppedOutcome() {}

  /** Notes an outcome that was created on this thread and isn't a plain DONE. */
  public static <R> Outcome<R> noted(Outcome<R> outcome) {
    LATEST.set(outcome);
    return outcome;
  }

  /**
   * Forgets the outcomes that this thread created earlier. Call this before you call the handler.
   */
  public static void forget() {
    LATEST.remove();
  }

  /**
   * Checks that this thread has created no outcome since {@link #forget}.
   *
   * @return DONE
   * @throws IllegalStateException if it has created one
   */
  public static Outcome<Void> done() {
    Outcome<?> dropped = LATEST.get();
    if (dropped != null) {
      LATEST.remove();
      throw new IllegalStateException(
          "The handler created an outcome "
              + dropped.kind()
              + " that it can't return, so the task would be DONE. Define the handler with"
              + " outcome(…) or transactionalOutcome(…), and return the outcome");
    }
    return Outcome.done();
  }
}
