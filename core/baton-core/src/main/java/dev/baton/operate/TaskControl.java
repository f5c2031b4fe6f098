package dev.baton.operate;

import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * Reads the history of one task and changes the task. Immutable; creating a control reads nothing.
 *
 * <p>A change applies to the state that the task has at the time of the call. If a person decides
 * on the change after reading the task, call {@link #ifUnchangedSince} first: the change is then
 * refused if the task has changed since the person read it.
 */
public interface TaskControl extends TaskChanges<ChangeResult> {

  /**
   * Returns a control whose changes are refused unless the task still has this version.
   *
   * @param version {@link TaskInfo#version} of the task as it was read
   */
  TaskControl ifUnchangedSince(long version);

  /**
   * Runs a workflow again from one of its steps. The workflow must be in ERROR, or have finished
   * and still be kept. The results of earlier steps stay. The results of this step and of later
   * steps are deleted, together with the signals that these steps have read. The steps run with the
   * same keys as before, and call new children. The change is refused while a child that they
   * called is live.
   *
   * @param step the name of a stored step; the second step with a name is {@code name#2}
   * @throws dev.baton.api.error.ConfigurationException if the store keeps no workflows
   */
  ChangeResult runAgainFrom(String step);

  /**
   * Runs a workflow again from one of its steps, like {@link #runAgainFrom(String)}.
   *
   * @param number the number of a stored step, from 1. With the number after the last stored step,
   *     all results are kept, and the workflow continues with the step that has failed
   */
  ChangeResult runAgainFrom(int number);

  /**
   * Returns the stored steps of a workflow, and the step in which it waits. Empty for other tasks.
   */
  List<WorkflowStep> steps();

  /** Changes the priority of a task that isn't running, from 0 (most urgent) to 9. */
  ChangeResult prioritize(int priority);

  /**
   * Replaces the payload of a task that isn't running; a waiting task continues to wait. The task's
   * id and unique keys don't change, even if they were derived from the old payload. The audit
   * stores the sizes and digests of both payloads, not their content.
   *
   * @throws dev.baton.api.error.PayloadException if the payload can't be written
   */
  <P> ChangeResult edit(TaskType<P, ?> type, P payload);

  /**
   * Replaces the payload like {@link #edit(TaskType, Object)}, for callers without the type.
   *
   * @param payload the payload as the codec of the task's type writes it, in the version of the old
   *     payload. Baton compresses it if the old payload is compressed
   * @throws dev.baton.api.error.PayloadException if the payload is too large
   */
  ChangeResult edit(Bytes payload);

  /** Returns the task's payload, context, data and result; empty if there is no such task. */
  Optional<TaskContent> content();

  /**
   * Returns why the task isn't running now, as text and data: the reasons in the cluster and on
   * this node. This node doesn't know the limits and custom booking policies of other nodes.
   */
  Explanation explain();

  /**
   * Returns the latest 100 entries of the task's history, latest first: attempts that failed or
   * were lost, the attempt that made the task DONE, and successful runs if its definition sets
   * {@link dev.baton.handler.TaskDefinition#keepRuns}.
   */
  List<PastAttempt> attempts();

  /**
   * Returns all stored data of the task, so that a test can run its handler with them; empty if
   * there is no such task. It may contain secrets, like {@link #content}.
   */
  Optional<TaskHistory> history();

  /** Returns the tasks that this task waits for, and the tasks that wait for it. */
  Related related();
}
