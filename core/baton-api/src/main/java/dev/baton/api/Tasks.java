package dev.baton.api;

import java.util.UUID;

/** Adds tasks, returns their results, sends signals and cancels tasks. Thread-safe. */
public interface Tasks extends TaskAdder, Signals {

  /** Adds one task and returns a handle to wait for its result. */
  <R> Submission<R> submit(TaskRequest<?, R> request);

  /**
   * Adds one task in this transaction and returns a handle to wait for its result. Wait only after
   * the commit.
   */
  <R> Submission<R> submit(Transaction transaction, TaskRequest<?, R> request);

  /** Returns the handle of a task that was added before, on this node or another. */
  <R> TaskHandle<R> handle(TaskType<?, R> type, UUID taskId);
}
