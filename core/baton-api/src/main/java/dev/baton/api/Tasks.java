package dev.baton.api;

import java.util.UUID;

/**
 * Adds tasks, returns their results, sends signals and cancels tasks. Thread-safe. Get it from
 * {@code Baton.tasks()}, or let Spring or Quarkus inject it.
 */
public interface Tasks extends TaskAdder, Signals {

  /**
   * Adds one task and returns a handle with which you wait for its result. If a task with the same
   * identity exists, the handle waits for that task; if it has already finished, the wait returns
   * at once.
   *
   * <p>In a transaction, wait only after the commit. Throws the same exceptions as {@link
   * #add(TaskRequest)}.
   */
  <R> Submission<R> submit(TaskRequest<?, R> request);

  /**
   * Adds one task in this transaction and returns a handle with which you wait for its result. Wait
   * only after the commit. If the transaction does not {@linkplain Transaction#reportsEnd report
   * its end}, a wait that finds no task for one minute ends as {@link
   * dev.baton.api.error.TaskNotDoneException.End#GONE}.
   *
   * <p>Throws the same exceptions as {@link #add(Transaction, TaskRequest)}.
   */
  <R> Submission<R> submit(Transaction transaction, TaskRequest<?, R> request);

  /**
   * Returns a handle of a task that was added before, on this node or another. Does not check that
   * the task exists: if it doesn't, waits end as {@link
   * dev.baton.api.error.TaskNotDoneException.End#GONE}.
   */
  <R> TaskHandle<R> handle(TaskType<?, R> type, UUID taskId);
}
