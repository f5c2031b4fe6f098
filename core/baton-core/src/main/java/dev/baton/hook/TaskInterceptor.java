package dev.baton.hook;

import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import java.util.concurrent.CompletionStage;

/**
 * Code around every attempt, starting on the attempt's own thread; the first registered is the
 * outermost.
 */
@FunctionalInterface
public interface TaskInterceptor {

  /**
   * Runs around {@code inner}, which must be called at most once. The stage of a synchronous
   * handler is complete when {@code proceed} returns; what it throws is thrown here. The outcome
   * has its result in the stored form.
   */
  CompletionStage<Outcome<?>> around(Attempt attempt, Inner inner) throws Exception;

  /** The rest of the attempt. */
  @FunctionalInterface
  interface Inner {
    CompletionStage<Outcome<?>> proceed() throws Exception;
  }
}
