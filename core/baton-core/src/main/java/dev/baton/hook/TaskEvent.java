package dev.baton.hook;

import dev.baton.task.Flow;
import dev.baton.task.Rule;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event on this node. The records of this interface report that a task was added, that an
 * attempt started, completed, or exceeded its deadline. {@code dev.baton.operate.event.NodeEvent}
 * contains further events, for metrics, logs and operators.
 */
public interface TaskEvent {

  /** This node added a task, in a transaction that may still be open. */
  record Added(UUID taskId, Flow flow, int priority, boolean claimedByInsert, String bucket)
      implements TaskEvent {}

  /**
   * The handler of a task is about to run.
   *
   * @param sinceDue time since the task was due, on this node's estimate of the store's clock
   * @param sinceAdded time since the task was added, if the task was due at once and nothing
   *     delayed its start; otherwise null
   */
  record Started(
      UUID taskId,
      Flow flow,
      int attempt,
      boolean dispatchedLocally,
      String bucket,
      Duration sinceDue,
      @Nullable Duration sinceAdded)
      implements TaskEvent {}

  /** This node wrote the end of an attempt. {@code rule} names the transition. */
  record Completed(
      UUID taskId, Flow flow, Rule rule, Duration running, @Nullable String error, String bucket)
      implements TaskEvent {}

  /** An attempt exceeded its deadline and was interrupted. */
  record DeadlineExceeded(UUID taskId, Flow flow) implements TaskEvent {}
}
