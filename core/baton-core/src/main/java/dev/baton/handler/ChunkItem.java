package dev.baton.handler;

import dev.baton.api.internal.StoredType;
import dev.baton.handler.internal.StoredOutcome;
import java.util.concurrent.CompletableFuture;

/**
 * One task of a chunk: what it was given, and its end. The first end that is said counts, and is
 * written at once, while the handler goes on with the others. Safe for use by many threads.
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

  /** What the task was added with. */
  public P payload() {
    return payload;
  }

  /** The task's own attempt: its id, key, number, deadline, steps, and whether it was cancelled. */
  public Attempt attempt() {
    return attempt;
  }

  /** It went well, without a result. */
  public void done() {
    end(Outcome.done(null));
  }

  /**
   * It went well, with this result.
   *
   * @throws dev.baton.api.error.PayloadUnwritableException when the codec can't write it
   */
  public void done(R result) {
    end(Outcome.done(result));
  }

  /** It failed, as if a handler of its own had thrown this: the retry policy decides. */
  public void fail(Throwable error) {
    requireFirst(end.completeExceptionally(error));
  }

  /** It ended so. */
  public void end(Outcome<R> outcome) {
    requireFirst(end.complete(StoredOutcome.of(outcome, type::encode)));
  }

  private void requireFirst(boolean first) {
    if (!first) {
      throw new IllegalStateException("The end of task " + attempt.taskId() + " was told already");
    }
  }

  /** Completes with how it ended, in the stored form. */
  CompletableFuture<Outcome<?>> ended() {
    return end;
  }
}
