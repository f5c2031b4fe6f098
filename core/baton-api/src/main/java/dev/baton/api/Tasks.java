package dev.baton.api;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Adds tasks, returns their results, and applies signals to them. Safe for use by many threads. */
public interface Tasks extends TaskAdder, Signals {

  /** Adds one task whose result may be awaited. */
  <R> Submission<R> submit(TaskRequest<?, R> request);

  /** Adds one task in this transaction, whose result may be awaited once it has committed. */
  <R> Submission<R> submit(Transaction transaction, TaskRequest<?, R> request);

  /**
   * The result of a task that was submitted before, on this node or another; see {@link
   * Submission#completion}. The task is of the type, or of one whose name begins with its name.
   * When a task of another type ends, the stage fails with an {@link IllegalArgumentException}.
   */
  <R> CompletionStage<R> result(TaskType<?, R> type, UUID taskId);

  /**
   * The latest result of a task, on whichever node it ran. A task that repeats has the result of
   * its latest run that gave one; a DONE task has its result as long as the task is kept. Empty
   * when there is none.
   *
   * @throws dev.baton.api.error.PayloadUnreadableException when the stored result isn't one of this
   *     type
   * @throws IllegalArgumentException when the task is of another type, and of none whose name
   *     begins with this one's
   */
  <R> Optional<R> lastResult(TaskType<?, R> type, UUID taskId);

  /**
   * How far a task has come: what its handler last reported by {@link Attempt#progress}. Empty when
   * it reported nothing. All nodes see a report after about a second.
   */
  Optional<Progress> progress(UUID taskId);
}
