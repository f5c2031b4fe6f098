package dev.baton.hook;

import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import java.util.concurrent.CompletionStage;

/**
 * Runs code around every attempt. Baton calls it on the thread of the attempt. The interceptor that
 * is registered first is the outermost.
 */
@FunctionalInterface
public interface TaskInterceptor {

  /**
   * Runs code around the attempt. Call {@code inner.proceed()} at most once, and return its stage.
   * For a synchronous handler, the stage is complete when {@code proceed} returns, and {@code
   * proceed} throws the handler's exceptions. The outcome contains the result in its stored form.
   */
  CompletionStage<Outcome<?>> around(Attempt attempt, Inner inner) throws Exception;

  /** The rest of the attempt: further interceptors and the handler. */
  @FunctionalInterface
  interface Inner {
    CompletionStage<Outcome<?>> proceed() throws Exception;
  }
}
