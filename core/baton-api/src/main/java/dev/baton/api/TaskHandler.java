package dev.baton.api;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What runs a task. Throwing means failure: the retry policy decides. The kinds differ in how the
 * end of the attempt is told.
 */
public sealed interface TaskHandler {

  /** Runs on a thread of Baton's and answers when it returns. */
  @FunctionalInterface
  non-sealed interface Sync extends TaskHandler {
    Outcome handle(Attempt attempt) throws Exception;
  }

  /** A {@link Sync} handler of tasks that walk through states: they await no signals. */
  @FunctionalInterface
  interface WithStates extends Sync {}

  /** Answers when its stage completes; holds a slot but no thread until then. */
  @FunctionalInterface
  non-sealed interface Async extends TaskHandler {
    CompletionStage<Outcome> handle(Attempt attempt) throws Exception;
  }

  /** Works on many tasks by one call: made by {@link dev.baton.api.chunk.Chunks}. */
  non-sealed interface Chunked<M extends Chunked.Member> extends TaskHandler {
    /** A task of a chunk. */
    interface Member {
      /** Completes with how it ended. */
      CompletableFuture<Outcome> end();
    }

    /** The most tasks of one call. */
    int size();

    /** How long the first task waits for others at the most. */
    Duration linger();

    /** Tasks of one group are handled together. */
    String group(Attempt attempt);

    /** The task, once it was read. */
    M member(Attempt attempt);

    void handle(List<M> members) throws Exception;
  }

  /**
   * Runs in a transaction that also carries the task's completion: its effects on that database
   * happen exactly once. An exception rolls it back; so does the loss of the lease.
   */
  @FunctionalInterface
  non-sealed interface Transactional extends TaskHandler {
    Outcome handle(Attempt attempt, Transaction transaction) throws Exception;
  }
}
