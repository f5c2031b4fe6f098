package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Transitions of tasks whose next event time has passed. The guard of each transition contains
 * everything that the rule read, so that a row that has changed since then stays unchanged.
 */
public final class SweepRules {
  /** Longest time until a ready task that no node claims is announced again. */
  public static final Duration LONGEST_HINT_EXPIRY = Duration.ofHours(1);

  private SweepRules() {}

  /** Returns the transition that an overdue task needs. */
  public static Transition overdue(Task task, Duration hintExpiry) {
    return switch (task.position().status()) {
      case WAITING -> due(task, hintExpiry);
      case READY -> hintAgain(task, hintExpiry);
      case RUNNING -> lost(task, hintExpiry);
      case BLOCKED, ERROR, DONE, FAILED, CANCELLED ->
          throw new IllegalArgumentException(
              "A task that is " + task.position().status() + " is never overdue");
    };
  }

  /** Makes a waiting task READY, because it is due. */
  public static Transition due(Task task, Duration hintExpiry) {
    return move(Rule.DUE, task, ready(task, hintExpiry, 0, task.position().lastOutcome()), null);
  }

  /**
   * Returns the transition by which nodes get another hint for a ready task that no node has
   * claimed. The version of the row stays the same, so that queued candidates stay valid. The
   * longer the task has waited, the longer it takes until the next hint, so that a backlog of a
   * million tasks isn't rewritten every minute.
   */
  public static Transition hintAgain(Task task, Duration hintExpiry) {
    return lookAgainAfter(task, nextExpiry(task, hintExpiry));
  }

  /**
   * Announces a ready task again that no node has claimed, and sets when the next hint is due. Its
   * version stays the same.
   */
  public static Transition lookAgainAfter(Task task, Duration wait) {
    return move(Rule.HINT_AGAIN, task, ready(task, wait, 0, task.position().lastOutcome()), null);
  }

  /**
   * Returns the time until the next hint. It is the time for which the task had waited at this
   * alarm, but at least {@code hintExpiry} and at most {@link #LONGEST_HINT_EXPIRY}.
   */
  private static Duration nextExpiry(Task task, Duration hintExpiry) {
    Instant alarm = task.position().nextEventAt();
    if (alarm == null) {
      return hintExpiry;
    }
    Duration waited = Duration.between(task.readySince(), alarm);
    Duration bounded = waited.compareTo(LONGEST_HINT_EXPIRY) < 0 ? waited : LONGEST_HINT_EXPIRY;
    return bounded.compareTo(hintExpiry) > 0 ? bounded : hintExpiry;
  }

  /** Resumes a task whose lease has expired, like {@link #lost(Task, Duration, String)}. */
  public static Transition lost(Task task, Duration hintExpiry) {
    return lost(task, hintExpiry, "that ran it");
  }

  /**
   * Resumes a task whose lease has expired. If the number of losses exceeds the limit, the task
   * stops in ERROR instead, so that a task that crashes every JVM doesn't run forever.
   *
   * @param node the name of the node that ran the task
   */
  public static Transition lost(Task task, Duration hintExpiry, String node) {
    NextPosition to = afterLoss(task, hintExpiry);
    Rule rule = to.status() == Status.READY ? Rule.LOST : Rule.LOST_TO_ERROR;
    return move(
        rule,
        task,
        to,
        "The node " + node + " was lost during attempt " + task.position().attempts());
  }

  /** Returns the position of a task whose attempt was lost: READY, or ERROR beyond the limit. */
  static NextPosition afterLoss(Task task, Duration hintExpiry) {
    Position p = task.position();
    int losses = p.losses() + 1;
    if (losses <= p.lossLimit()) {
      return ready(task, hintExpiry, 1, lostOutcome(p));
    }
    return new NextPosition(
        Status.ERROR,
        null,
        null,
        null,
        new Position.Counts(p.attempts(), losses, p.lossLimit(), lostOutcome(p)),
        p.state(),
        p.data());
  }

  /**
   * Returns the outcome of a lost attempt. An effect in doubt remains in doubt until a reconciler
   * or an operator has resolved it.
   */
  private static LastOutcome lostOutcome(Position p) {
    return p.lastOutcome() == LastOutcome.IN_DOUBT ? LastOutcome.IN_DOUBT : LastOutcome.LOST;
  }

  /** Moves a task to ERROR because no node has known its type for the grace period. */
  public static Transition unknownType(Task task, String error) {
    return move(Rule.UNKNOWN_TYPE, task, inError(task.position()), error);
  }

  /** Moves a task to ERROR because its row can't be read. */
  public static Transition unreadable(Task task, String error) {
    Change move = new Change.Move(inError(task.position()), false);
    return new Transition(Rule.UNREADABLE, task.id(), Guard.asSeen(task), move, error);
  }

  private static NextPosition inError(Position p) {
    return new NextPosition(Status.ERROR, null, null, null, p.counts(), p.state(), p.data());
  }

  private static NextPosition ready(
      Task task, Duration hintExpiry, int newLosses, LastOutcome outcome) {
    Position p = task.position();
    return new NextPosition(
        Status.READY,
        null,
        HolderRules.arrival(p),
        When.in(hintExpiry),
        new Position.Counts(p.attempts(), p.losses() + newLosses, p.lossLimit(), outcome),
        p.state(),
        p.data());
  }

  private static Transition move(Rule rule, Task task, NextPosition to, @Nullable String error) {
    return new Transition(
        rule, task.id(), Guard.asSeenAndTimeIsUp(task), new Change.Move(to, false), error);
  }
}
