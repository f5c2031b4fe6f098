package dev.baton.api;

import java.util.UUID;

/** Adds tasks, returns their results, and applies signals to them. Safe for use by many threads. */
public interface Tasks extends TaskAdder, Signals {

  /** Adds one task whose result may be awaited. */
  <R> Submission<R> submit(TaskRequest<?, R> request);

  /** Adds one task in this transaction, whose result may be awaited once it has committed. */
  <R> Submission<R> submit(Transaction transaction, TaskRequest<?, R> request);

  /** Returns the handle of a task that was added before, on this node or another. */
  <R> TaskHandle<R> handle(TaskType<?, R> type, UUID taskId);

  /** Returns the node's own object, behind the proxy of a framework; for Baton's own use. */
  default Tasks unwrapped() {
    return this;
  }
}
