package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskSpec;
import dev.baton.task.internal.TaskTraits;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The moves of people and callers who hold no lease. Each insists on the version and status that
 * its author saw.
 */
public final class OperatorRules {
  private OperatorRules() {}

  /** Runs a task in ERROR again; its attempts and losses are counted anew. */
  public static Transition retry(Task task, @Nullable When later, Duration hintExpiry) {
    return move(Rule.RETRY_BY_HAND, task, fresh(task, later, hintExpiry));
  }

  /** Gives a task that isn't running another time; null for at once. */
  public static Transition reschedule(Task task, @Nullable When later, Duration hintExpiry) {
    return move(Rule.RESCHEDULE, task, plan(task, later, hintExpiry));
  }

  /** Holds a task that isn't running until it is let go. */
  public static Transition hold(Task task) {
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
   * Lets a held task go: it takes up the plan it had, and its place in the order of arrival. One
   * that waits for others goes on waiting for those that haven't ended; its store sees to that.
   */
  public static Transition release(Task task, Instant now, Duration hintExpiry) {
    Position p = task.position();
    if (p.status() != Status.BLOCKED) {
      throw new IllegalArgumentException("It isn't held: it is " + p.status());
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

  /** Marks a task that isn't running as failed for good. */
  public static Transition fail(Task task, String reason, Duration keep) {
    return finish(Rule.FAIL_BY_HAND, Status.FAILED, task, reason, keep);
  }

  /** Gives a task that isn't running another payload, with what its traits say about it. */
  public static TaskEdit edit(Task task, @Nullable Bytes payload, TaskTraits traits) {
    return checked(
        task, new TaskEdit(task.id(), Guard.asSeen(task), task.spec().priority(), payload, traits));
  }

  /** Gives a task that isn't running another priority. */
  public static TaskEdit prioritize(Task task, int priority) {
    TaskSpec spec = task.spec();
    return checked(
        task, new TaskEdit(task.id(), Guard.asSeen(task), priority, spec.payload(), spec.traits()));
  }

  /** What can't be a task's content is refused before anything is written. */
  private static TaskEdit checked(Task task, TaskEdit edit) {
    edit.of(task, task.lastAction());
    return edit;
  }

  /** Calls a live task off, also one that runs. */
  public static Transition cancel(Task task, String reason, Duration keep) {
    return finish(Rule.CANCEL, Status.CANCELLED, task, reason, keep);
  }

  /** Where a finished task starts when it is run again. */
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
    return new Transition(
        rule, task.id(), Guard.asSeen(task), new Change.Move(to, true, false), null);
  }
}
