package dev.baton.operate;

import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * One task in the hands of an operator. It reads what happened to the task and changes it.
 * Immutable; making one reads nothing.
 *
 * <p>A change applies to the task as it is at the moment of the call. If somebody decided by what
 * they saw of the task, call {@link #ifUnchangedSince} first: the change is refused if the task has
 * changed since.
 */
public interface TaskControl extends TaskChanges<ChangeResult> {

  /**
   * Returns a control whose changes apply only while the task has this version.
   *
   * @param version {@link TaskInfo#version} of the task that was seen
   */
  TaskControl ifUnchangedSince(long version);

  /** Gives a task that isn't running another priority, 0 (most urgent) to 9. */
  ChangeResult prioritize(int priority);

  /**
   * Gives a task that isn't running another payload; one that waits continues to wait. Its id and
   * unique keys stay as they are, also where they followed from the old payload. The audit keeps
   * the sizes and digests of both payloads, not what they say.
   *
   * @throws dev.baton.api.error.PayloadUnwritableException if the payload can't be written
   */
  <P> ChangeResult edit(TaskType<P, ?> type, P payload);

  /**
   * Replaces the payload like {@link #edit(TaskType, Object)}, for callers without the type.
   *
   * @param payload as the codec of the task's type writes it, in the version that the old payload
   *     has; it is compressed if the old one is
   * @throws dev.baton.api.error.PayloadUnwritableException if the payload is too large
   */
  ChangeResult edit(Bytes payload);

  /** Returns the task's payload, context, data and result; empty if there is no such task. */
  Optional<TaskContent> content();

  /**
   * Why the task isn't running now, in words and as data: what stops it anywhere in the cluster,
   * and on this node. What a limit of another node says isn't known here, nor is what a custom
   * booking policy decides there.
   */
  Explanation explain();

  /**
   * The latest 100 attempts that failed or were lost, the one by which the task is DONE, and those
   * that went well where its definition says {@link dev.baton.handler.TaskDefinition#keepRuns};
   * latest first.
   */
  List<PastAttempt> attempts();

  /** What the task waits for, and what waits for it: its batch, and the tasks after it. */
  Related related();
}
