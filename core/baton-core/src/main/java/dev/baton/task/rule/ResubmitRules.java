package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;

/** Transitions by callers that add a task that already exists. */
public final class ResubmitRules {
  private ResubmitRules() {}

  /**
   * Returns whether an attempt of the task has started since the task was added or last run again.
   */
  public static boolean hasBegun(Task task) {
    Position p = task.position();
    boolean waits =
        p.status() == Status.WAITING || p.status() == Status.READY || p.status() == Status.BLOCKED;
    return !waits || p.attempts() > 0 || p.losses() > 0 || p.lastOutcome() != LastOutcome.NONE;
  }

  /**
   * Returns whether a task is in ERROR because its handler failed, and not because its effect is in
   * doubt.
   */
  public static boolean mayRunAgain(Task task) {
    Position p = task.position();
    boolean known =
        switch (p.lastOutcome()) {
          case NONE, SUCCESS, CONTINUES, FAILURE -> true;
          case LOST, IN_DOUBT, UNDECIDED, LEFT_TO_OTHERS -> false;
        };
    return p.status() == Status.ERROR && known && task.fault() == null;
  }

  /** Replaces the payload of a task that hasn't started. Its time to run stays the same. */
  public static Revision merge(Task task, TaskSpec merged, Duration hintExpiry) {
    requireUnbegun(task);
    Position p = task.position();
    When runAt = p.runAt() == null ? null : When.at(p.runAt());
    When alarm = p.status() == Status.READY ? When.in(hintExpiry) : runAt;
    boolean alarmed = p.status().hasAlarm();
    return new Revision(
        task.id(),
        Guard.asSeen(task),
        new NextPosition(
            p.status(),
            null,
            runAt,
            alarmed ? alarm : null,
            p.counts().restarted(LastOutcome.NONE),
            p.state(),
            p.data()),
        merged);
  }

  /**
   * Replaces the payload of a task that hasn't started, and delays the task again. The total delay
   * since the task was first added is at most {@code longest}. If the task is on hold, or has
   * reached that time, its time to run stays the same.
   *
   * @param now the time of the store's clock
   */
  public static Revision debounce(
      Task task,
      TaskSpec replaced,
      Duration delay,
      Duration longest,
      Instant now,
      Duration hintExpiry) {
    requireUnbegun(task);
    // For a task that runs again, the last change is the time of the add that made it run again.
    Instant last = task.lastChange().plus(longest);
    Instant wanted = now.plus(delay);
    if (task.position().status() == Status.BLOCKED || !last.isAfter(now)) {
      return merge(task, replaced, hintExpiry);
    }
    When runAt = When.at(wanted.isBefore(last) ? wanted : last);
    NextPosition later = AddRules.later(runAt, task.position().state());
    return new Revision(task.id(), Guard.asSeen(task), later, replaced);
  }

  /**
   * Runs a finished task again.
   *
   * @param spec the submitted specification
   * @param start the first position of the submitted task
   */
  public static Rerun runAgain(FinishedTask task, TaskSpec spec, NextPosition start) {
    if (!Rule.RUN_AGAIN.allows(task.status(), start.status())) {
      throw new IllegalArgumentException(
          Rule.RUN_AGAIN + " doesn't lead from " + task.status() + " to " + start.status());
    }
    TaskSpec again = task.spec().with(spec.payload(), spec.context(), spec.traits());
    return new Rerun(task.id(), task.version(), start, again);
  }

  private static void requireUnbegun(Task task) {
    if (hasBegun(task)) {
      throw new IllegalArgumentException(
          "Task " + task.id() + " has started: its type, key and payload can no longer change");
    }
  }
}
