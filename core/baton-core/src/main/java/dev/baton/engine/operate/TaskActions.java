package dev.baton.engine.operate;

import dev.baton.engine.base.NodeContext;
import dev.baton.operate.BulkAction;
import dev.baton.task.FinishedTask;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.When;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Placement;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The transition that each action asks for, by this node's settings. */
final class TaskActions {
  private final NodeContext node;

  TaskActions(NodeContext node) {
    this.node = node;
  }

  /**
   * An action on live tasks.
   *
   * @param said what it says about the single task; null when nothing
   */
  record TaskAction(Action action, @Nullable String said, Function<Task, Transition> rule) {}

  /** What the action does to a live task; to run again is the one that does nothing to those. */
  TaskAction of(BulkAction action) {
    if (action instanceof BulkAction.Retry retry) {
      return retry(retry.delay());
    }
    if (action instanceof BulkAction.Fail fail) {
      return fail(fail.reason());
    }
    if (action instanceof BulkAction.Reschedule reschedule) {
      return reschedule(reschedule.delay());
    }
    if (action instanceof BulkAction.Cancel cancel) {
      return cancel(cancel.reason());
    }
    if (action instanceof BulkAction.Release) {
      return release();
    }
    if (action instanceof BulkAction.Hold) {
      return new TaskAction(Action.HOLD, null, this::holdOnce);
    }
    return new TaskAction(Action.RUN_AGAIN, null, TaskActions::hasNotEnded);
  }

  TaskAction retry(@Nullable Duration delay) {
    Duration expiry = hintExpiry();
    return new TaskAction(
        Action.RETRY, null, task -> OperatorRules.retry(task, later(delay), expiry));
  }

  TaskAction fail(String reason) {
    Duration keep = keepFailed();
    return new TaskAction(Action.FAIL, reason, task -> OperatorRules.fail(task, reason, keep));
  }

  TaskAction reschedule(@Nullable Duration delay) {
    return reschedule(later(delay));
  }

  TaskAction reschedule(@Nullable When later) {
    Duration expiry = hintExpiry();
    return new TaskAction(
        Action.RESCHEDULE, null, task -> OperatorRules.reschedule(task, later, expiry));
  }

  TaskAction hold() {
    return new TaskAction(Action.HOLD, null, OperatorRules::hold);
  }

  TaskAction release() {
    Duration expiry = hintExpiry();
    return new TaskAction(
        Action.RELEASE,
        null,
        task -> {
          if (isWaiting(task)) {
            throw new IllegalArgumentException(
                "It isn't held: it waits for other tasks. Reschedule it to run it regardless of"
                    + " them");
          }
          return OperatorRules.release(task, node.clock().now(), expiry);
        });
  }

  TaskAction cancel(String reason) {
    Duration keep = keepFailed();
    return new TaskAction(Action.CANCEL, reason, task -> OperatorRules.cancel(task, reason, keep));
  }

  Function<FinishedTask, Placement> runAgain(@Nullable Duration delay) {
    Duration expiry = hintExpiry();
    return task -> OperatorRules.runAgain(task, later(delay), expiry);
  }

  /** A bulk that is repeated leaves those alone that it held before. */
  private Transition holdOnce(Task task) {
    if (task.position().status() == Status.BLOCKED && !isWaiting(task)) {
      throw new IllegalArgumentException("It is held already");
    }
    return OperatorRules.hold(task);
  }

  private boolean isWaiting(Task task) {
    return task.position().status() == Status.BLOCKED
        && node.waits().waiting(task.id()) == WaitState.WAITS;
  }

  private static Transition hasNotEnded(Task task) {
    throw new IllegalArgumentException("It is " + task.position().status());
  }

  private Duration hintExpiry() {
    return node.settings().hintExpiry();
  }

  private Duration keepFailed() {
    return node.settings().keepFailed();
  }

  private static @Nullable When later(@Nullable Duration delay) {
    return delay == null || delay.isZero() ? null : When.in(delay);
  }
}
