package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done with a task whose next event time has passed. Each rule restates everything it
 * saw: a row that changed since is left alone.
 */
public final class SweepRules {
  /** The longest time until a ready task that no node claims is hinted again. */
  public static final Duration LONGEST_HINT_EXPIRY = Duration.ofHours(1);

  private SweepRules() {}

  /** The one move that an overdue task needs. */
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

  /** A waiting task's time has come. */
  public static Transition due(Task task, Duration hintExpiry) {
    return move(Rule.DUE, task, ready(task, hintExpiry, 0, task.position().lastOutcome()), null);
  }

  /**
   * No node claimed it: hint again. The version stays, so queued candidates stay valid. The longer
   * it has waited, the longer until the next hint: a backlog of a million tasks must not be written
   * anew every minute.
   */
  public static Transition hintAgain(Task task, Duration hintExpiry) {
    return lookAgainAfter(task, nextExpiry(task, hintExpiry));
  }

  /** No node claimed it, and it is known when to look again. The version stays. */
  public static Transition lookAgainAfter(Task task, Duration wait) {
    return move(Rule.HINT_AGAIN, task, ready(task, wait, 0, task.position().lastOutcome()), null);
  }

  /** As long again as it has waited up to this alarm. */
  private static Duration nextExpiry(Task task, Duration hintExpiry) {
    Instant alarm = task.position().nextEventAt();
    if (alarm == null) {
      return hintExpiry;
    }
    Duration waited = Duration.between(task.readySince(), alarm);
    Duration bounded = waited.compareTo(LONGEST_HINT_EXPIRY) < 0 ? waited : LONGEST_HINT_EXPIRY;
    return bounded.compareTo(hintExpiry) > 0 ? bounded : hintExpiry;
  }

  /**
   * Its holder let the lease lapse. While its losses are within the limit it is resumed; beyond
   * that it needs a person: a task that kills every JVM it meets must stop somewhere.
   */
  public static Transition lost(Task task, Duration hintExpiry) {
    Position p = task.position();
    int losses = p.losses() + 1;
    String error = "The holder " + p.owner() + " was lost during attempt " + p.attempts();
    if (losses <= p.lossLimit()) {
      return move(Rule.LOST, task, ready(task, hintExpiry, 1, lostOutcome(p)), error);
    }
    NextPosition person =
        new NextPosition(
            Status.ERROR,
            null,
            null,
            null,
            new Position.Counts(p.attempts(), losses, p.lossLimit(), lostOutcome(p)),
            p.state(),
            p.data());
    return move(Rule.LOST_TO_ERROR, task, person, error);
  }

  /** A doubt stays until a reconciler or a person has answered it. */
  private static LastOutcome lostOutcome(Position p) {
    return p.lastOutcome() == LastOutcome.IN_DOUBT ? LastOutcome.IN_DOUBT : LastOutcome.LOST;
  }

  /** No node has known its type for the grace. */
  public static Transition unknownType(Task task, String error) {
    return move(Rule.UNKNOWN_TYPE, task, inError(task.position()), error);
  }

  /** Its row can't be gone on with. */
  public static Transition unreadable(Task task, String error) {
    Rule rule = Rule.UNREADABLE;
    Change move = new Change.Move(inError(task.position()), rule.newVersion(), false);
    return new Transition(rule, task.id(), Guard.asSeen(task), move, error);
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
        rule,
        task.id(),
        Guard.asSeenAndTimeIsUp(task),
        new Change.Move(to, rule.newVersion(), false),
        error);
  }
}
