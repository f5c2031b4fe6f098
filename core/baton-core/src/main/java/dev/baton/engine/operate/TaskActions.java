package dev.baton.engine.operate;

import dev.baton.engine.base.Action;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.TaskChanges;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Turns each call of an operator into a {@link TaskAction}. The subclasses apply it to one task or
 * to many.
 */
abstract class TaskActions<T> implements TaskChanges<T> {
  private final NodeContext node;

  TaskActions(NodeContext node) {
    this.node = node;
  }

  /** Applies the action. */
  abstract T change(TaskAction action);

  @Override
  public final T retry() {
    return retry(null);
  }

  @Override
  public final T retryIn(Duration delay) {
    return retry(later(delay));
  }

  private T retry(@Nullable When later) {
    Duration expiry = hintExpiry();
    return change(
        new TaskAction(Action.RETRY, null, task -> OperatorRules.retry(task, later, expiry)));
  }

  @Override
  public final T fail(String reason) {
    Duration keep = keepFailed();
    return change(
        new TaskAction(Action.FAIL, reason, task -> OperatorRules.fail(task, reason, keep)));
  }

  @Override
  public final T cancel(String reason) {
    Duration keep = keepFailed();
    return change(
        new TaskAction(Action.CANCEL, reason, task -> OperatorRules.cancel(task, reason, keep)));
  }

  @Override
  public T hold() {
    return change(new TaskAction(Action.HOLD, null, OperatorRules::hold));
  }

  /** Holds only tasks that aren't on hold yet, so that a repeated bulk doesn't change held ones. */
  final T holdOnce() {
    return change(
        new TaskAction(
            Action.HOLD,
            null,
            task -> {
              if (task.position().status() == Status.BLOCKED && !isWaiting(task)) {
                throw new IllegalArgumentException("It is held already");
              }
              return OperatorRules.hold(task);
            }));
  }

  @Override
  public final T release() {
    Duration expiry = hintExpiry();
    return change(
        new TaskAction(
            Action.RELEASE,
            null,
            task -> {
              if (isWaiting(task)) {
                throw new IllegalArgumentException(
                    "It isn't held: it waits for other tasks. Reschedule it to run it"
                        + " regardless of them");
              }
              return OperatorRules.release(task, node.clock().now(), expiry);
            }));
  }

  @Override
  public final T runNow() {
    return reschedule(null);
  }

  @Override
  public final T rescheduleIn(Duration delay) {
    return reschedule(later(delay));
  }

  @Override
  public final T rescheduleAt(Instant time) {
    return reschedule(When.at(time));
  }

  private T reschedule(@Nullable When later) {
    Duration expiry = hintExpiry();
    return change(
        new TaskAction(
            Action.RESCHEDULE, null, task -> OperatorRules.reschedule(task, later, expiry)));
  }

  @Override
  public final T runAgain() {
    return runAgain(null);
  }

  @Override
  public final T runAgainIn(Duration delay) {
    return runAgain(later(delay));
  }

  private T runAgain(@Nullable When later) {
    Duration expiry = hintExpiry();
    return change(
        new TaskAction(
            Action.RUN_AGAIN,
            null,
            TaskActions::hasNotEnded,
            task -> OperatorRules.runAgain(task, later, expiry)));
  }

  private boolean isWaiting(Task task) {
    return task.position().status() == Status.BLOCKED
        && node.waits().waiting(task.id()) == WaitState.WAITS;
  }

  private static Transition hasNotEnded(Task task) {
    throw new IllegalArgumentException(whyNotAgain(task));
  }

  /** Returns why a live task can't run again. */
  static String whyNotAgain(Task task) {
    Status status = task.position().status();
    return "Only a task that has ended can run again, and it is "
        + status
        + (status == Status.ERROR ? ". Use retry()" : "");
  }

  private Duration hintExpiry() {
    return node.settings().hintExpiry();
  }

  private Duration keepFailed() {
    return node.settings().keepFailed();
  }

  private static @Nullable When later(Duration delay) {
    When later = When.in(delay);
    return delay.isZero() ? null : later;
  }
}
