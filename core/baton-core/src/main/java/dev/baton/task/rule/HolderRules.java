package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Transitions by the node that has claimed a task. Each is fenced: it names the version and the
 * owner of the claim, and does nothing if either has changed.
 */
public final class HolderRules {
  private HolderRules() {}

  /**
   * Returns whether a claimed task may have steps of an earlier attempt, which failed or which this
   * attempt continues, since it was added or last repeated.
   */
  public static boolean mayFollowSteps(Position held) {
    LastOutcome last = held.lastOutcome();
    return held.attempts() > 1 || (last != LastOutcome.NONE && last != LastOutcome.SUCCESS);
  }

  /** Returns the same transition, marked so that the next attempt gets the steps of this one. */
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
  public static Transition checkpoint(Task held, Duration lease, Bytes data) {
    Position p = held.position();
    NextPosition to =
        stay(
            held, lease, p.attempts(), p.losses(), p.lossLimit(), p.lastOutcome(), p.state(), data);
    return new Transition(
        Rule.CHECKPOINT, held.id(), Guard.asSeen(held), new Change.Move(to, true), null);
  }

  /**
   * Records durably that the attempt is about to do something that can't be undone; the attempt
   * continues. After a later loss or failure, the effect is in doubt.
   *
   * @param lossLimit the largest number of losses from now on
   */
  public static Transition mark(Task held, Duration lease, int lossLimit) {
    Position p = held.position();
    NextPosition to =
        stay(
            held,
            lease,
            p.attempts(),
            p.losses(),
            lossLimit,
            LastOutcome.IN_DOUBT,
            p.state(),
            p.data());
    return new Transition(
        Rule.MARK, held.id(), Guard.asSeen(held), new Change.Move(to, false), null);
  }

  /** Moves to another state at once, under the same claim. The count of attempts starts again. */
  public static Transition goTo(Task held, Duration lease, String state, @Nullable Bytes data) {
    return goTo(held, lease, held.position().lossLimit(), state, data);
  }

  /**
   * Moves to another state at once, with another limit of losses.
   *
   * @param lossLimit the largest number of losses of the type; the mark of the previous state no
   *     longer applies
   */
  public static Transition goTo(
      Task held, Duration lease, int lossLimit, String state, @Nullable Bytes data) {
    NextPosition to = stay(held, lease, 1, 0, lossLimit, LastOutcome.SUCCESS, state, data);
    return new Transition(
        Rule.NEXT_STATE, held.id(), Guard.asSeen(held), new Change.Move(to, true), null);
  }

  /**
   * Moves to another state, or continues in the same one, when this or another node has a slot for
   * it.
   */
  public static Transition goToLater(
      Task held, Duration hintExpiry, String state, @Nullable Bytes data) {
    Position p = held.position();
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
        Rule.CONTINUE, held.id(), Guard.asSeen(held), new Change.Move(to, true), null);
  }

  /**
   * Parks the task after a success: it repeats or waits for something outside. The counts of
   * attempts and losses start again.
   */
  public static Transition park(Task held, When until, String state, @Nullable Bytes data) {
    Position p = held.position();
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
        Rule.WAIT, held.id(), Guard.asSeen(held), new Change.Move(to, changed), null);
  }

  /** Parks the task until the tasks that it waits for have ended. */
  public static Transition await(Task held) {
    Position p = held.position();
    Position.Counts counts = p.counts().restarted(LastOutcome.CONTINUES);
    NextPosition to =
        new NextPosition(Status.BLOCKED, null, null, null, counts, p.state(), p.data());
    return moved(Rule.WAIT, held, to, null);
  }

  /** Parks the task after a failure, until its retry. */
  public static Transition retry(Task held, Duration delay, String error) {
    When at = When.in(delay);
    int attempts = held.position().attempts();
    NextPosition to = putBack(held, Status.WAITING, at, at, attempts, failed(held.position()));
    return moved(Rule.WAIT, held, to, error);
  }

  /** Parks a lost task whose reconciler has not answered yet; Baton will ask it again. */
  public static Transition askAgain(Task held, Duration delay, String error) {
    Position p = held.position();
    When at = When.in(delay);
    NextPosition to = putBack(held, Status.WAITING, at, at, p.attempts(), p.lastOutcome());
    return moved(Rule.WAIT, held, to, error);
  }

  /** Retries a failed task at once. */
  public static Transition retryNow(Task held, Duration hintExpiry, String error) {
    int attempts = held.position().attempts();
    When alarm = When.in(hintExpiry);
    NextPosition to =
        putBack(held, Status.READY, When.now(), alarm, attempts, failed(held.position()));
    return moved(Rule.RETRY_NOW, held, to, error);
  }

  /** Releases a task whose handler never started. No attempt and no loss is counted. */
  public static Transition release(Task held, Duration hintExpiry) {
    Position p = held.position();
    When alarm = When.in(hintExpiry);
    NextPosition to = putBack(held, Status.READY, arrival(p), alarm, uncounted(p), p.lastOutcome());
    return moved(Rule.GIVE_BACK, held, to, null);
  }

  /**
   * Releases a task that this node can't run because it doesn't know something about it. No attempt
   * and no loss is counted, and the outcome of its last attempt stays unchanged.
   *
   * @param what the node doesn't know; null if it was reported before
   */
  public static Transition unknownHere(Task held, Duration alarm, @Nullable String what) {
    Position p = held.position();
    String error =
        what == null ? null : "This node can't run the task and leaves it to other nodes: " + what;
    NextPosition to =
        putBack(held, Status.READY, arrival(p), When.in(alarm), uncounted(p), p.lastOutcome());
    return moved(Rule.LEAVE_TO_OTHERS, held, to, error);
  }

  /**
   * Gives back a task whose handler this node interrupted because it could not renew the lease. The
   * attempt counts as lost, as if the sweeper had found the expired lease.
   */
  public static Transition interrupted(Task held, Duration hintExpiry, String error) {
    NextPosition to = SweepRules.afterLoss(held, hintExpiry);
    Rule rule = to.status() == Status.READY ? Rule.INTERRUPT : Rule.STOP_IN_ERROR;
    return moved(rule, held, to, error);
  }

  /** Stops a task in ERROR that no node could run. No attempt is counted. */
  public static Transition unknownToAll(Task held, String error) {
    Position p = held.position();
    return needAPerson(held, uncounted(p), p.lastOutcome(), error);
  }

  /**
   * Parks a task whose handler could not be started. No attempt is counted.
   *
   * @param error the reason; null if only a slot is missing
   */
  public static Transition postpone(Task held, Duration delay, @Nullable String error) {
    Position p = held.position();
    When at = When.in(delay);
    NextPosition to = putBack(held, Status.WAITING, at, at, uncounted(p), p.lastOutcome());
    return moved(Rule.WAIT, held, to, error);
  }

  /** Ends the task as DONE. */
  public static Transition done(Task held, @Nullable Bytes result, Duration keep) {
    return new Transition(
        Rule.FINISH,
        held.id(),
        Guard.asSeen(held),
        new Change.Finish(Status.DONE, result, keep),
        null);
  }

  /** Ends the task as FAILED. */
  public static Transition failed(Task held, String error, Duration keep) {
    return new Transition(
        Rule.FAIL,
        held.id(),
        Guard.asSeen(held),
        new Change.Finish(Status.FAILED, null, keep),
        error);
  }

  /** Stops the task in ERROR after a failure. */
  public static Transition error(Task held, String error) {
    int attempts = held.position().attempts();
    return needAPerson(held, attempts, failed(held.position()), error);
  }

  /**
   * Stops the task in ERROR because its reconciler gave no answer. If an operator retries the task,
   * Baton asks the reconciler again.
   */
  public static Transition unanswered(Task held, String error) {
    Position p = held.position();
    return needAPerson(held, p.attempts(), p.lastOutcome(), error);
  }

  /** Stops the task in ERROR because its effect can't be determined. An operator has to decide. */
  public static Transition undecidable(Task held, String error) {
    return needAPerson(held, held.position().attempts(), LastOutcome.UNDECIDED, error);
  }

  private static Transition needAPerson(
      Task held, int attempts, LastOutcome outcome, String error) {
    NextPosition to = putBack(held, Status.ERROR, null, null, attempts, outcome);
    return moved(Rule.STOP_IN_ERROR, held, to, error);
  }

  private static Transition moved(Rule rule, Task held, NextPosition to, @Nullable String error) {
    return new Transition(rule, held.id(), Guard.asSeen(held), new Change.Move(to, false), error);
  }

  /**
   * Returns the outcome of a failed attempt. A failure doesn't resolve a doubt: the effect that the
   * attempt started may have happened.
   */
  private static LastOutcome failed(Position p) {
    return p.lastOutcome() == LastOutcome.IN_DOUBT ? LastOutcome.IN_DOUBT : LastOutcome.FAILURE;
  }

  /** Returns the number of attempts without the one that never started. */
  private static int uncounted(Position p) {
    return Math.max(0, p.attempts() - 1);
  }

  private static NextPosition stay(
      Task held,
      Duration lease,
      int attempts,
      int losses,
      int lossLimit,
      LastOutcome outcome,
      String state,
      @Nullable Bytes data) {
    Position p = held.position();
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
      Task held,
      Status status,
      @Nullable When runAt,
      @Nullable When alarm,
      int attempts,
      LastOutcome outcome) {
    Position p = held.position();
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
