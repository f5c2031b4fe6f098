package dev.baton.handler.internal;

import dev.baton.api.Transaction;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A handler as the engine calls it. Payloads and results are in their stored form; a result is
 * {@link dev.baton.task.Bytes}. The kinds of handlers differ in how an attempt ends.
 */
public sealed interface RawHandler {

  /** Runs on one of Baton's threads. The attempt ends when it returns. */
  @FunctionalInterface
  non-sealed interface Sync extends RawHandler {
    Outcome<?> handle(Attempt attempt) throws Exception;
  }

  /**
   * A {@link Sync} handler of tasks with states. Such a handler can't wait for signals.
   *
   * @param data the class of the tasks' data
   */
  record WithStates(Class<?> data, Sync handler) implements Sync {
    @Override
    public Outcome<?> handle(Attempt attempt) throws Exception {
      return handler.handle(attempt);
    }
  }

  /**
   * A {@link Sync} handler that is a {@link dev.baton.handler.Workflow}: its steps have a fixed
   * order.
   */
  @FunctionalInterface
  interface OfWorkflow extends Sync {}

  /**
   * A handler that returns a stage. The attempt ends when the stage completes; until then it has a
   * slot but no thread.
   */
  @FunctionalInterface
  non-sealed interface Async extends RawHandler {
    CompletionStage<? extends Outcome<?>> handle(Attempt attempt) throws Exception;
  }

  /** Handles many tasks in one call. */
  non-sealed interface Chunked extends RawHandler {
    /** A task of a chunk. */
    interface Member {
      /** Returns a future that completes with the outcome of the task. */
      CompletableFuture<Outcome<?>> end();
    }

    /** Returns the largest number of tasks in one call. */
    int size();

    /** Returns the longest time that the first task waits for others. */
    Duration linger();

    /** Returns the group of a task. Only tasks of the same group are handled together. */
    String group(Attempt attempt);

    /** Returns the task as a member of a chunk, with its payload decoded. */
    Member member(Attempt attempt);

    void handle(List<Member> members) throws Exception;
  }

  /** Runs in the transaction that also completes the task. */
  @FunctionalInterface
  non-sealed interface Transactional extends RawHandler {
    Outcome<?> handle(Attempt attempt, Transaction transaction) throws Exception;
  }
}
