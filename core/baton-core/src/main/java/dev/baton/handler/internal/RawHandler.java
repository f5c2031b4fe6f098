package dev.baton.handler.internal;

import dev.baton.api.Transaction;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What the engine calls to run a task: payloads and results are in their stored form, a result is
 * {@link dev.baton.task.Bytes}. The kinds differ in how the end of the attempt is told.
 */
public sealed interface RawHandler {

  /** Runs on a thread of Baton's; the attempt ends when it returns. */
  @FunctionalInterface
  non-sealed interface Sync extends RawHandler {
    Outcome<?> handle(Attempt attempt) throws Exception;
  }

  /** A {@link Sync} handler of tasks that walk through states: they await no signals. */
  @FunctionalInterface
  interface WithStates extends Sync {}

  /** The attempt ends when its stage completes; until then it holds a slot but no thread. */
  @FunctionalInterface
  non-sealed interface Async extends RawHandler {
    CompletionStage<? extends Outcome<?>> handle(Attempt attempt) throws Exception;
  }

  /** Works on many tasks by one call. */
  non-sealed interface Chunked extends RawHandler {
    /** A task of a chunk. */
    interface Member {
      /** Completes with how it ended. */
      CompletableFuture<Outcome<?>> end();
    }

    /** The most tasks of one call. */
    int size();

    /** How long the first task waits for others at the most. */
    Duration linger();

    /** Tasks of one group are handled together. */
    String group(Attempt attempt);

    /** The task, once it was read. */
    Member member(Attempt attempt);

    void handle(List<Member> members) throws Exception;
  }

  /** Runs in a transaction that also carries the task's completion. */
  @FunctionalInterface
  non-sealed interface Transactional extends RawHandler {
    Outcome<?> handle(Attempt attempt, Transaction transaction) throws Exception;
  }
}
