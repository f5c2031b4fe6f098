package dev.baton.engine.attempt;

import dev.baton.api.Transaction;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskInterceptor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls a handler through the interceptors and returns its outcome: attempt → outcome. */
final class HandlerCall {
  private final List<TaskInterceptor> interceptors;

  HandlerCall(List<TaskInterceptor> interceptors) {
    this.interceptors = List.copyOf(interceptors);
  }

  CompletionStage<Outcome<?>> begin(RawHandler.Async handler, Attempt attempt) throws Exception {
    return around(attempt, () -> stage(handler.handle(attempt)), 0);
  }

  @SuppressWarnings("unchecked") // The stage is only read, so its outcomes may have any subtype.
  private static CompletionStage<Outcome<?>> stage(CompletionStage<? extends Outcome<?>> outcomes) {
    return (CompletionStage<Outcome<?>>) outcomes;
  }

  Outcome<?> call(RawHandler.Sync handler, Attempt attempt) throws Exception {
    return now(
        around(attempt, () -> CompletableFuture.completedFuture(handler.handle(attempt)), 0));
  }

  Outcome<?> call(RawHandler.Transactional handler, Attempt attempt, Transaction transaction)
      throws Exception {
    return now(
        around(
            attempt,
            () -> CompletableFuture.completedFuture(handler.handle(attempt, transaction)),
            0));
  }

  private CompletionStage<Outcome<?>> around(
      Attempt attempt, TaskInterceptor.Inner handler, int next) throws Exception {
    if (next == interceptors.size()) {
      return handler.proceed();
    }
    return interceptors.get(next).around(attempt, () -> around(attempt, handler, next + 1));
  }

  /**
   * Returns the outcome of a handler that has returned. Throws if an interceptor returned a stage
   * that is still incomplete.
   */
  private static Outcome<?> now(CompletionStage<Outcome<?>> stage) throws Exception {
    CompletableFuture<Outcome<?>> future = stage.toCompletableFuture();
    if (!future.isDone()) {
      throw new IllegalStateException(
          "An interceptor returned an incomplete stage around a synchronous handler. Return the"
              + " stage that proceed() returned");
    }
    try {
      return future.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }

  static Outcome<?> answer(@Nullable Outcome<?> outcome) {
    if (outcome == null) {
      throw new IllegalStateException("The handler returned no outcome. Return Outcome.done()");
    }
    return outcome;
  }
}
