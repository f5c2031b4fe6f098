package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Transitions by operators and other callers that have no lease. The guard of each transition
 * requires the version and status that the caller read.
 */
public final class OperatorRules {
  private static final String WHILE_RUNNING =
      ". Wait until its attempt has ended, or use cancel(...)";

  private OperatorRules() {}

  /** Retries a task in ERROR. The counts of its attempts and losses start again at zero. */
  public static Transition retry(Task task, @Nullable When later, Duration hintExpiry) {
    Status status = task.position().status();
    if (status != Status.ERROR) {
      throw new IllegalArgumentException(
          "Only a task in ERROR can be retried, and it is "
              + status
              + (status == Status.RUNNING
                  ? WHILE_RUNNING
                  : ". Use runNow(), rescheduleIn(...) or rescheduleAt(...)"));
    }
    return move(Rule.RETRY_BY_HAND, task, fresh(task, later, hintExpiry));
  }

  /** Reschedules a task that isn't running. */
  public static Transition reschedule(Task task, @Nullable When later, Duration hintExpiry) {
    requireIdle(task, "rescheduled");
    return move(Rule.RESCHEDULE, task, plan(task, later, hintExpiry));
  }

  /** Puts a task that isn't running on hold until it is released. */
  public static Transition hold(Task task) {
    requireIdle(task, "held");
    Position p = task.position();
    NextPosition to =
        new NextPosition(
            Status.BLOCKED,
            null,
            p.runAt() == null ? null : When.at(p.runAt()),
            null,
            p.counts(),
            p.state(),
            p.data());
    return move(Rule.RESCHEDULE, task, to);
  }

  /**
   * Releases a task on hold: it gets its earlier time to run and its place in the order of arrival.
   * If the task also waits for other tasks, the store changes the transition by {@link WaitRules},
   * so that the task continues to wait for those that haven't ended.
   */
  public static Transition release(Task task, Instant now, Duration hintExpiry) {
    Position p = task.position();
    if (p.status() != Status.BLOCKED) {
      throw new IllegalArgumentException("It isn't on hold: it is " + p.status());
    }
    Instant arrived = task.arrivedAt();
    When later = arrived.isAfter(now) ? When.at(arrived) : null;
    NextPosition ready = plan(task, later, hintExpiry);
    return move(
        Rule.UNBLOCK,
        task,
        new NextPosition(
            ready.status(),
            null,
            When.at(arrived),
            ready.nextEventAt(),
            ready.counts(),
            ready.state(),
            ready.data()));
  }

  /** Ends a task that isn't running as FAILED. */
  public static Transition fail(Task task, String reason, Duration keep) {
    requireIdle(task, "marked failed");
    return finish(Rule.FAIL_BY_HAND, Status.FAILED, task, reason, keep);
  }

  private static void requireIdle(Task task, String change) {
    if (task.position().status() == Status.RUNNING) {
      throw new IllegalArgumentException("A running task can't be " + change + WHILE_RUNNING);
    }
  }

  /**
   * Changes the payload of a task that isn't running, together with the traits that describe it.
   */
  public static TaskEdit edit(Task task, @Nullable Bytes payload, TaskTraits traits) {
    return checked(
        task, new TaskEdit(task.id(), Guard.asSeen(task), task.spec().priority(), payload, traits));
  }

  /** Changes the priority of a task that isn't running. */
  public static TaskEdit prioritize(Task task, int priority) {
    TaskSpec spec = task.spec();
    return checked(
        task, new TaskEdit(task.id(), Guard.asSeen(task), priority, spec.payload(), spec.traits()));
  }

  /** Throws if the edit is invalid, before anything is written. */
  private static TaskEdit checked(Task task, TaskEdit edit) {
    edit.of(task, task.lastAction());
    return edit;
  }

  /** Cancels a live task, even if it is running. */
  public static Transition cancel(Task task, String reason, Duration keep) {
    return finish(Rule.CANCEL, Status.CANCELLED, task, reason, keep);
  }

  /** Returns the first position of a finished task that runs again. */
  public static NextPosition runAgain(
      FinishedTask task, @Nullable When later, Duration hintExpiry) {
    return later == null
        ? AddRules.now(hintExpiry, task.state())
        : AddRules.later(later, task.state());
  }

  private static NextPosition fresh(Task task, @Nullable When later, Duration hintExpiry) {
    return ready(task, later, hintExpiry, 0, 0);
  }

  private static NextPosition plan(Task task, @Nullable When later, Duration hintExpiry) {
    Position p = task.position();
    return ready(task, later, hintExpiry, p.attempts(), p.losses());
  }

  private static NextPosition ready(
      Task task, @Nullable When later, Duration hintExpiry, int attempts, int losses) {
    Position p = task.position();
    return new NextPosition(
        later == null ? Status.READY : Status.WAITING,
        null,
        later == null ? When.now() : later,
        later == null ? When.in(hintExpiry) : later,
        new Position.Counts(attempts, losses, p.lossLimit(), p.lastOutcome()),
        p.state(),
        p.data());
  }

  private static Transition finish(Rule rule, Status to, Task task, String reason, Duration keep) {
    return new Transition(
        rule, task.id(), Guard.asSeen(task), new Change.Finish(to, null, keep), reason);
  }

  private static Transition move(Rule rule, Task task, NextPosition to) {
    return new Transition(rule, task.id(), Guard.asSeen(task), new Change.Move(to, false), null);
  }
}
