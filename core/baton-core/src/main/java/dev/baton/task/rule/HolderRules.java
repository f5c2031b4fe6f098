package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Transitions by the node that has claimed a task. Each transition is fenced: it contains the
 * version and the owner of the claim, and has no effect if either has changed.
 */
public final class HolderRules {
  private HolderRules() {}

  /**
   * Returns whether an earlier attempt may have stored steps since the task was added or last
   * repeated: an attempt that failed, or an attempt that this one continues.
   */
  public static boolean mayFollowSteps(Position claimed) {
    LastOutcome last = claimed.lastOutcome();
    return claimed.attempts() > 1 || (last != LastOutcome.NONE && last != LastOutcome.SUCCESS);
  }

  /**
   * Returns the transition with an outcome that makes the next attempt read the steps of this
   * attempt.
   */
  public static Transition continues(Transition success) {
    if (!(success.change() instanceof Change.Move move)
        || move.placement().lastOutcome() != LastOutcome.SUCCESS) {
      return success;
    }
    return new Transition(
        success.rule(),
        success.id(),
        success.guard(),
        new Change.Move(move.placement().after(LastOutcome.CONTINUES), move.changed()),
        success.error());
  }

  /** Returns the position of a ready task after a node claims it at {@code now}. */
  public static Position claimed(
      Position ready, UUID owner, Duration lease, int lossLimit, java.time.Instant now) {
    if (!Rule.CLAIM.allows(ready.status(), Status.RUNNING)) {
      throw new IllegalArgumentException("A task that is " + ready.status() + " can't be claimed");
    }
    return new Position(
        Status.RUNNING,
        ready.version() + 1,
        owner,
        ready.runAt(),
        When.in(lease).from(now),
        new Position.Counts(ready.attempts() + 1, ready.losses(), lossLimit, ready.lastOutcome()),
        ready.state(),
        ready.data());
  }

  /** Stores data during an attempt, which continues. */
  public static Transition checkpoint(Task claimed, Duration lease, Bytes data) {
    Position p = claimed.position();
    NextPosition to =
        stay(
            claimed,
            lease,
            p.attempts(),
            p.losses(),
            p.lossLimit(),
            p.lastOutcome(),
            p.state(),
            data);
    return new Transition(
        Rule.CHECKPOINT, claimed.id(), Guard.asSeen(claimed), new Change.Move(to, true), null);
  }

  /**
   * Records durably that the attempt is about to do something that can't be undone; the attempt
   * continues. After a later loss or failure, the effect is in doubt.
   *
   * @param lossLimit the largest number of losses from now on
   */
  public static Transition mark(Task claimed, Duration lease, int lossLimit) {
    Position p = claimed.position();
    NextPosition to =
        stay(
            claimed,
            lease,
            p.attempts(),
            p.losses(),
            lossLimit,
            LastOutcome.IN_DOUBT,
            p.state(),
            p.data());
    return new Transition(
        Rule.MARK, claimed.id(), Guard.asSeen(claimed), new Change.Move(to, false), null);
  }

  /**
   * Moves to another state at once, under the same claim. The count of attempts starts again.
   *
   * @param lossLimit the largest number of losses of the type; the mark of the previous state no
   *     longer applies
   */
  public static Transition goTo(
      Task claimed, Duration lease, int lossLimit, String state, @Nullable Bytes data) {
    NextPosition to = stay(claimed, lease, 1, 0, lossLimit, LastOutcome.SUCCESS, state, data);
    return new Transition(
        Rule.NEXT_STATE, claimed.id(), Guard.asSeen(claimed), new Change.Move(to, true), null);
  }

  /**
   * Moves to another state, or continues in the same one, when this or another node has a slot for
   * it.
   */
  public static Transition goToLater(
      Task claimed, Duration hintExpiry, String state, @Nullable Bytes data) {
    Position p = claimed.position();
    NextPosition to =
        new NextPosition(
            Status.READY,
            null,
            arrival(p),
            When.in(hintExpiry),
            p.counts().restarted(LastOutcome.SUCCESS),
            state,
            data);
    return new Transition(
        Rule.CONTINUE, claimed.id(), Guard.asSeen(claimed), new Change.Move(to, true), null);
  }

  /**
   * Parks the task after a success: it repeats or waits for something outside. The counts of
   * attempts and losses start again.
   */
  public static Transition park(Task claimed, When until, String state, @Nullable Bytes data) {
    Position p = claimed.position();
    NextPosition to =
        new NextPosition(
            Status.WAITING,
            null,
            until,
            until,
            p.counts().restarted(LastOutcome.SUCCESS),
            state,
            data);
    boolean changed = !state.equals(p.state()) || !Objects.equals(data, p.data());
    return new Transition(
        Rule.WAIT, claimed.id(), Guard.asSeen(claimed), new Change.Move(to, changed), null);
  }

  /** Parks the task until the tasks that it waits for have ended. */
  public static Transition await(Task claimed) {
    Position p = claimed.position();
    Position.Counts counts = p.counts().restarted(LastOutcome.CONTINUES);
    NextPosition to =
        new NextPosition(Status.BLOCKED, null, null, null, counts, p.state(), p.data());
    return moved(Rule.WAIT, claimed, to, null);
  }

  /** Parks the task after a failure, until its retry. */
  public static Transition retry(Task claimed, Duration delay, String error) {
    When at = When.in(delay);
    int attempts = claimed.position().attempts();
    NextPosition to =
        putBack(claimed, Status.WAITING, at, at, attempts, failed(claimed.position()));
    return moved(Rule.WAIT, claimed, to, error);
  }

  /** Parks a lost task whose reconciler has failed; Baton calls the reconciler again later. */
  public static Transition askAgain(Task claimed, Duration delay, String error) {
    Position p = claimed.position();
    When at = When.in(delay);
    NextPosition to = putBack(claimed, Status.WAITING, at, at, p.attempts(), p.lastOutcome());
    return moved(Rule.WAIT, claimed, to, error);
  }

  /** Retries a failed task at once. */
  public static Transition retryNow(Task claimed, Duration hintExpiry, String error) {
    int attempts = claimed.position().attempts();
    When alarm = When.in(hintExpiry);
    NextPosition to =
        putBack(claimed, Status.READY, When.now(), alarm, attempts, failed(claimed.position()));
    return moved(Rule.RETRY_NOW, claimed, to, error);
  }

  /** Releases a task whose handler never started. No attempt and no loss is counted. */
  public static Transition release(Task claimed, Duration hintExpiry) {
    Position p = claimed.position();
    When alarm = When.in(hintExpiry);
    NextPosition to =
        putBack(claimed, Status.READY, arrival(p), alarm, uncounted(p), p.lastOutcome());
    return moved(Rule.GIVE_BACK, claimed, to, null);
  }

  /**
   * Releases a task that this node can't run, for example because it doesn't know the task's type.
   * No attempt and no loss is counted, and the outcome of the task's last attempt stays unchanged.
   *
   * @param what the thing that the node doesn't know; null if it was already reported
   */
  public static Transition unknownHere(Task claimed, Duration alarm, @Nullable String what) {
    Position p = claimed.position();
    String error =
        what == null ? null : "This node can't run the task and leaves it to other nodes: " + what;
    NextPosition to =
        putBack(claimed, Status.READY, arrival(p), When.in(alarm), uncounted(p), p.lastOutcome());
    return moved(Rule.LEAVE_TO_OTHERS, claimed, to, error);
  }

  /**
   * Gives back a task whose handler this node interrupted because it could not renew the lease. The
   * attempt counts as lost, as if the sweeper had found the expired lease.
   */
  public static Transition interrupted(Task claimed, Duration hintExpiry, String error) {
    NextPosition to = SweepRules.afterLoss(claimed, hintExpiry);
    Rule rule = to.status() == Status.READY ? Rule.INTERRUPT : Rule.STOP_IN_ERROR;
    return moved(rule, claimed, to, error);
  }

  /** Stops a task in ERROR that no node could run. No attempt is counted. */
  public static Transition unknownToAll(Task claimed, String error) {
    Position p = claimed.position();
    return needAPerson(claimed, uncounted(p), p.lastOutcome(), error);
  }

  /**
   * Parks a task whose handler could not be started. No attempt is counted.
   *
   * @param error the reason; null if only a slot is missing
   */
  public static Transition postpone(Task claimed, Duration delay, @Nullable String error) {
    Position p = claimed.position();
    When at = When.in(delay);
    NextPosition to = putBack(claimed, Status.WAITING, at, at, uncounted(p), p.lastOutcome());
    return moved(Rule.WAIT, claimed, to, error);
  }

  /** Ends the task as DONE. */
  public static Transition done(Task claimed, @Nullable Bytes result, Duration keep) {
    return new Transition(
        Rule.FINISH,
        claimed.id(),
        Guard.asSeen(claimed),
        new Change.Finish(Status.DONE, result, keep),
        null);
  }

  /** Ends the task as FAILED. */
  public static Transition failed(Task claimed, String error, Duration keep) {
    return new Transition(
        Rule.FAIL,
        claimed.id(),
        Guard.asSeen(claimed),
        new Change.Finish(Status.FAILED, null, keep),
        error);
  }

  /** Stops the task in ERROR after a failure. */
  public static Transition error(Task claimed, String error) {
    int attempts = claimed.position().attempts();
    return needAPerson(claimed, attempts, failed(claimed.position()), error);
  }

  /**
   * Stops the task in ERROR because its reconciler returned no result. If an operator retries the
   * task, Baton calls the reconciler again.
   */
  public static Transition unanswered(Task claimed, String error) {
    Position p = claimed.position();
    return needAPerson(claimed, p.attempts(), p.lastOutcome(), error);
  }

  /** Stops the task in ERROR because its effect can't be determined. An operator has to decide. */
  public static Transition undecidable(Task claimed, String error) {
    return needAPerson(claimed, claimed.position().attempts(), LastOutcome.UNDECIDED, error);
  }

  private static Transition needAPerson(
      Task claimed, int attempts, LastOutcome outcome, String error) {
    NextPosition to = putBack(claimed, Status.ERROR, null, null, attempts, outcome);
    return moved(Rule.STOP_IN_ERROR, claimed, to, error);
  }

  private static Transition moved(
      Rule rule, Task claimed, NextPosition to, @Nullable String error) {
    return new Transition(
        rule, claimed.id(), Guard.asSeen(claimed), new Change.Move(to, false), error);
  }

  /**
   * Returns the outcome of a failed attempt. If the effect was in doubt, it remains in doubt: the
   * effect that the attempt started may have happened.
   */
  private static LastOutcome failed(Position p) {
    return p.lastOutcome() == LastOutcome.IN_DOUBT ? LastOutcome.IN_DOUBT : LastOutcome.FAILURE;
  }

  /** Returns the number of attempts without the current one, which never started. */
  private static int uncounted(Position p) {
    return Math.max(0, p.attempts() - 1);
  }

  private static NextPosition stay(
      Task claimed,
      Duration lease,
      int attempts,
      int losses,
      int lossLimit,
      LastOutcome outcome,
      String state,
      @Nullable Bytes data) {
    Position p = claimed.position();
    return new NextPosition(
        Status.RUNNING,
        p.owner(),
        arrivalOrNull(p),
        When.in(lease),
        new Position.Counts(attempts, losses, lossLimit, outcome),
        state,
        data);
  }

  /** Returns a position without an owner. Its losses, state and data are unchanged. */
  private static NextPosition putBack(
      Task claimed,
      Status status,
      @Nullable When runAt,
      @Nullable When alarm,
      int attempts,
      LastOutcome outcome) {
    Position p = claimed.position();
    return new NextPosition(
        status,
        null,
        runAt,
        alarm,
        new Position.Counts(attempts, p.losses(), p.lossLimit(), outcome),
        p.state(),
        p.data());
  }

  /** Returns the arrival of a released task, which keeps its place in the order of arrival. */
  static When arrival(Position position) {
    When kept = arrivalOrNull(position);
    return kept == null ? When.now() : kept;
  }

  private static @Nullable When arrivalOrNull(Position position) {
    return position.runAt() == null ? null : When.at(position.runAt());
  }
}
