package dev.baton.api;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Adds tasks, returns their results, and applies signals to them. Safe for use by many threads. */
public interface Tasks extends TaskAdder, Signals {

  /**
   * Adds one task whose result may be awaited.
   *
   * @param request made by the type's {@link TaskType#request}, refined
   */
  <R> Submission<R> submit(TaskType<?, R> type, TaskRequest request);

  /** Adds one task in this transaction, whose result may be awaited once it has committed. */
  <R> Submission<R> submit(Transaction transaction, TaskType<?, R> type, TaskRequest request);

  /** Adds one task with this payload, whose result may be awaited. */
  default <P, R> Submission<R> submit(TaskType<P, R> type, P payload) {
    return submit(type, type.request(payload));
  }

  /** Adds one task with this payload and these refinements, whose result may be awaited. */
  default <P, R> Submission<R> submit(
      TaskType<P, R> type, P payload, UnaryOperator<TaskRequest> refine) {
    return submit(type, refine.apply(type.request(payload)));
  }

  /**
   * The result of a task that was submitted before, here or elsewhere; see {@link
   * Submission#completion}.
   */
  <R> CompletionStage<R> result(TaskType<?, R> type, UUID taskId);

  /**
   * What a task answered last, on whichever node: of one that repeats, its latest run that answered
   * something; of one that is DONE, its result while it is kept. Empty where there is none.
   *
   * @throws dev.baton.api.error.PayloadUnreadableException when it can't be read as this type's
   */
  <R> Optional<R> lastResult(TaskType<?, R> type, UUID taskId);

  /**
   * How far a task has come, as its handler told last, on whichever node; empty when it told
   * nothing. What is told is seen within a second or so.
   */
  Optional<Progress> progress(UUID taskId);
}
