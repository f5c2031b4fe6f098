package dev.baton.handler;

import dev.baton.api.internal.StoredType;
import dev.baton.handler.internal.StoredOutcome;
import java.util.concurrent.CompletableFuture;

/**
 * One task of a chunk. The handler reads the task's payload and sets its outcome. Baton stores the
 * outcome at once, while the handler continues with the other tasks. Set the outcome only once: a
 * second call throws an {@link IllegalStateException}. Thread-safe.
 */
public final class ChunkItem<P, R> {
  private final StoredType<P, R> type;
  private final Attempt attempt;
  private final P payload;
  private final CompletableFuture<Outcome<?>> end = new CompletableFuture<>();

  ChunkItem(StoredType<P, R> type, Attempt attempt, P payload) {
    this.type = type;
    this.attempt = attempt;
    this.payload = payload;
  }

  /** Returns the payload of the task. */
  public P payload() {
    return payload;
  }

  /**
   * Returns the attempt of this task, with which the handler reads the task's id and key, runs
   * steps, and checks whether the task was cancelled.
   */
  public Attempt attempt() {
    return attempt;
  }

  /** Ends the task as successful, without a result. */
  public void done() {
    end(Outcome.done(null));
  }

  /**
   * Ends the task as successful, with {@code result}.
   *
   * @throws dev.baton.api.error.PayloadException if the codec can't write the result
   */
  public void done(R result) {
    end(Outcome.done(result));
  }

  /**
   * Ends the attempt as failed, as if a handler of this task alone had thrown {@code error}. The
   * retry policy decides whether another attempt follows.
   */
  public void fail(Throwable error) {
    requireFirst(end.completeExceptionally(error));
  }

  /** Ends the attempt with this outcome. */
  public void end(Outcome<R> outcome) {
    requireFirst(end.complete(StoredOutcome.of(outcome, type::encode)));
  }

  private void requireFirst(boolean first) {
    if (!first) {
      throw new IllegalStateException(
          "The outcome of task " + attempt.taskId() + " is already set");
    }
  }

  /** Returns a future that completes with the outcome in its stored form. */
  CompletableFuture<Outcome<?>> ended() {
    return end;
  }
}
