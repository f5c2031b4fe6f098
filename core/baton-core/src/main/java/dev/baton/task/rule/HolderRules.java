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
 * The moves of the one who holds a task. Each is fenced: it names the version and the owner under
 * which the holder took it, and does nothing if either has changed.
 */
public final class HolderRules {
  private HolderRules() {}

  /**
   * Whether a task that is held so may have steps to remember from an attempt since it began or
   * repeated: one that went wrong, or that it goes on from.
   */
  public static boolean mayFollowSteps(Position held) {
    LastOutcome last = held.lastOutcome();
    return held.attempts() > 1 || (last != LastOutcome.NONE && last != LastOutcome.SUCCESS);
  }

  /** The same, of an attempt whose steps the next one is to be given. */
  public static Transition continues(Transition success) {
    if (!(success.change() instanceof Change.Move move)
        || move.placement().lastOutcome() != LastOutcome.SUCCESS) {
      return success;
    }
    return new Transition(
        success.rule(),
        success.id(),
        success.guard(),
        new Change.Move(
            move.placement().after(LastOutcome.CONTINUES), move.newVersion(), move.changed()),
        success.error());
  }

  /** The position a ready task takes when a node claims it at {@code now}. */
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

  /** Keeps data midway; the holder carries on. */
  public static Transition checkpoint(Task held, Duration lease, Bytes data) {
    Position p = held.position();
    NextPosition to =
        stay(
            held, lease, p.attempts(), p.losses(), p.lossLimit(), p.lastOutcome(), p.state(), data);
    return new Transition(
        Rule.CHECKPOINT, held.id(), Guard.asSeen(held), new Change.Move(to, false, true), null);
  }

  /**
   * Notes durably that the holder is about to do what can't be taken back; it carries on. From here
   * on a loss, or a failure, leaves a doubt.
   *
   * @param lossLimit the losses allowed from here on
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
        Rule.MARK, held.id(), Guard.asSeen(held), new Change.Move(to, false, false), null);
  }

  /** Goes on to another state at once, in the same hands; its attempts are counted anew. */
  public static Transition goTo(Task held, Duration lease, String state, @Nullable Bytes data) {
    return goTo(held, lease, held.position().lossLimit(), state, data);
  }

  /**
   * As above.
   *
   * @param lossLimit the losses that its type allows: what a mark said was of the state before
   */
  public static Transition goTo(
      Task held, Duration lease, int lossLimit, String state, @Nullable Bytes data) {
    NextPosition to = stay(held, lease, 1, 0, lossLimit, LastOutcome.SUCCESS, state, data);
    return new Transition(
        Rule.NEXT_STATE, held.id(), Guard.asSeen(held), new Change.Move(to, true, true), null);
  }

  /** Goes on to another state when there is a slot for it, here or elsewhere. */
  public static Transition goToLater(
      Task held, Duration hintExpiry, String state, @Nullable Bytes data) {
    Position p = held.position();
    NextPosition to =
        new NextPosition(
            Status.READY,
            null,
            arrival(p),
            When.in(hintExpiry),
            p.counts().anew(LastOutcome.SUCCESS),
            state,
            data);
    return new Transition(
        Rule.GIVE_BACK, held.id(), Guard.asSeen(held), new Change.Move(to, true, true), null);
  }

  /** Sets the task aside as a success: it repeats or waits for the world; counts start anew. */
  public static Transition park(Task held, When until, String state, @Nullable Bytes data) {
    Position p = held.position();
    NextPosition to =
        new NextPosition(
            Status.WAITING, null, until, until, p.counts().anew(LastOutcome.SUCCESS), state, data);
    boolean changed = !state.equals(p.state()) || !Objects.equals(data, p.data());
    return new Transition(
        Rule.WAIT, held.id(), Guard.asSeen(held), new Change.Move(to, true, changed), null);
  }

  /** Sets the task aside as a failure, to be tried again. */
  public static Transition retry(Task held, Duration delay, String error) {
    When at = When.in(delay);
    int attempts = held.position().attempts();
    NextPosition to = putBack(held, Status.WAITING, at, at, attempts, failed(held.position()));
    return moved(Rule.WAIT, held, to, error);
  }

  /**
   * Sets the task aside as one that was lost and whose question has had no answer yet: it will be
   * asked again.
   */
  public static Transition askAgain(Task held, Duration delay, String error) {
    Position p = held.position();
    When at = When.in(delay);
    NextPosition to = putBack(held, Status.WAITING, at, at, p.attempts(), p.lastOutcome());
    return moved(Rule.WAIT, held, to, error);
  }

  /** Tries again at once: a failure whose retry has no delay. */
  public static Transition retryNow(Task held, Duration hintExpiry, String error) {
    int attempts = held.position().attempts();
    When alarm = When.in(hintExpiry);
    NextPosition to =
        putBack(held, Status.READY, When.now(), alarm, attempts, failed(held.position()));
    return moved(Rule.GIVE_BACK, held, to, error);
  }

  /** Gives back a task whose handler never started: no attempt and no loss is counted. */
  public static Transition release(Task held, Duration hintExpiry) {
    Position p = held.position();
    When alarm = When.in(hintExpiry);
    NextPosition to = putBack(held, Status.READY, arrival(p), alarm, uncounted(p), p.lastOutcome());
    return moved(Rule.GIVE_BACK, held, to, null);
  }

  /**
   * Gives back a task that this node can't run because of what it doesn't know: no attempt and no
   * loss is counted, and what is said of its last attempt still holds.
   *
   * @param what it doesn't know; null where it was told before
   */
  public static Transition unknownHere(Task held, Duration alarm, @Nullable String what) {
    Position p = held.position();
    String error =
        what == null ? null : "This node can't run it, and leaves it to nodes that can: " + what;
    NextPosition to =
        putBack(held, Status.READY, arrival(p), When.in(alarm), uncounted(p), p.lastOutcome());
    return moved(Rule.LEAVE_TO_OTHERS, held, to, error);
  }

  /** Stops a task that no node could run: no attempt is counted. */
  public static Transition unknownToAll(Task held, String error) {
    Position p = held.position();
    return needAPerson(held, uncounted(p), p.lastOutcome(), error);
  }

  /**
   * Gives back a task whose handler could not be started, for a while: no attempt is counted.
   *
   * @param error null when nothing is wrong with it: there is no slot
   */
  public static Transition postpone(Task held, Duration delay, @Nullable String error) {
    Position p = held.position();
    When at = When.in(delay);
    NextPosition to = putBack(held, Status.WAITING, at, at, uncounted(p), p.lastOutcome());
    return moved(Rule.WAIT, held, to, error);
  }

  /** Ends the task well. */
  public static Transition done(Task held, @Nullable Bytes result, Duration keep) {
    return new Transition(
        Rule.FINISH,
        held.id(),
        Guard.asSeen(held),
        new Change.Finish(Status.DONE, result, keep),
        null);
  }

  /** Ends the task as given up by its handler. */
  public static Transition failed(Task held, String error, Duration keep) {
    return new Transition(
        Rule.FAIL,
        held.id(),
        Guard.asSeen(held),
        new Change.Finish(Status.FAILED, null, keep),
        error);
  }

  /** Stops the task until a person decides. */
  public static Transition error(Task held, String error) {
    int attempts = held.position().attempts();
    return needAPerson(held, attempts, failed(held.position()), error);
  }

  /** Stops the task until a person decides; asked again then whether its effect happened. */
  public static Transition unanswered(Task held, String error) {
    Position p = held.position();
    return needAPerson(held, p.attempts(), p.lastOutcome(), error);
  }

  /** Stops the task until a person decides whether its effect happened. */
  public static Transition undecidable(Task held, String error) {
    return needAPerson(held, held.position().attempts(), LastOutcome.UNDECIDED, error);
  }

  private static Transition needAPerson(
      Task held, int attempts, LastOutcome outcome, String error) {
    NextPosition to = putBack(held, Status.ERROR, null, null, attempts, outcome);
    return moved(Rule.STOP_IN_ERROR, held, to, error);
  }

  private static Transition moved(Rule rule, Task held, NextPosition to, @Nullable String error) {
    return new Transition(
        rule, held.id(), Guard.asSeen(held), new Change.Move(to, true, false), error);
  }

  /** A failure answers no doubt: what the attempt had begun may have happened. */
  private static LastOutcome failed(Position p) {
    return p.lastOutcome() == LastOutcome.IN_DOUBT ? LastOutcome.IN_DOUBT : LastOutcome.FAILURE;
  }

  /** The attempts, less the one that never started. */
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

  /** Out of its holder's hands, its losses, state and data as they were. */
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

  /** A task that is given back keeps its place in the order of arrival. */
  static When arrival(Position position) {
    When kept = arrivalOrNull(position);
    return kept == null ? When.now() : kept;
  }

  private static @Nullable When arrivalOrNull(Position position) {
    return position.runAt() == null ? null : When.at(position.runAt());
  }
}
