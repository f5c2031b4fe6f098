package dev.baton.task;

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

  /** The position a ready task takes when a node claims it at {@code now}. */
  public static Position claimed(
      Position ready, UUID owner, Duration lease, int lossLimit, java.time.Instant now) {
    if (!Rule.CLAIM.allows(ready.status(), Status.PROCESSING)) {
      throw new IllegalArgumentException("A task that is " + ready.status() + " can't be claimed");
    }
    return new Position(
        Status.PROCESSING,
        ready.version() + 1,
        owner,
        ready.runAt(),
        When.in(lease).from(now),
        ready.attempts() + 1,
        ready.losses(),
        lossLimit,
        ready.lastOutcome(),
        ready.state(),
        ready.data());
  }

  /** Keeps data midway; the holder carries on. */
  public static Transition checkpoint(Task held, Duration lease, Bytes data) {
    Position p = held.position();
    Placement to = stay(held, lease, p.attempts(), p.losses(), p.lastOutcome(), p.state(), data);
    return new Transition(
        Rule.CHECKPOINT, held.id(), Guard.asSeen(held), new Change.Move(to, false, true), null);
  }

  /** Goes on to another state at once, in the same hands; its attempts are counted anew. */
  public static Transition goTo(Task held, Duration lease, String state, @Nullable Bytes data) {
    Placement to = stay(held, lease, 1, 0, LastOutcome.SUCCESS, state, data);
    return new Transition(
        Rule.GO_ON, held.id(), Guard.asSeen(held), new Change.Move(to, true, true), null);
  }

  /** Sets the task aside as a success: it repeats or waits for the world; counts start anew. */
  public static Transition park(Task held, When until, String state, @Nullable Bytes data) {
    Placement to = set(held, Status.WAITING, until, until, 0, 0, LastOutcome.SUCCESS, state, data);
    boolean changed =
        !state.equals(held.position().state()) || !Objects.equals(data, held.position().data());
    return new Transition(
        Rule.WAIT, held.id(), Guard.asSeen(held), new Change.Move(to, true, changed), null);
  }

  /** Sets the task aside as a failure, to be tried again. */
  public static Transition retry(Task held, Duration delay, String error) {
    Position p = held.position();
    When at = When.in(delay);
    Placement to =
        set(
            held,
            Status.WAITING,
            at,
            at,
            p.attempts(),
            p.losses(),
            LastOutcome.FAILURE,
            p.state(),
            p.data());
    return new Transition(
        Rule.WAIT, held.id(), Guard.asSeen(held), new Change.Move(to, true, false), error);
  }

  /** Tries again at once: a failure whose retry has no delay. */
  public static Transition retryNow(Task held, Duration hintExpiry, String error) {
    Position p = held.position();
    Placement to =
        set(
            held,
            Status.SUBMITTED,
            When.now(),
            When.in(hintExpiry),
            p.attempts(),
            p.losses(),
            LastOutcome.FAILURE,
            p.state(),
            p.data());
    return new Transition(
        Rule.RELEASE, held.id(), Guard.asSeen(held), new Change.Move(to, true, false), error);
  }

  /** Gives back a task whose handler never started: no attempt and no loss is counted. */
  public static Transition release(Task held, Duration hintExpiry) {
    Position p = held.position();
    Placement to =
        set(
            held,
            Status.SUBMITTED,
            arrival(p),
            When.in(hintExpiry),
            Math.max(0, p.attempts() - 1),
            p.losses(),
            p.lastOutcome(),
            p.state(),
            p.data());
    return new Transition(
        Rule.RELEASE, held.id(), Guard.asSeen(held), new Change.Move(to, true, false), null);
  }

  /** Gives back a task whose handler could not be started, for a while: no attempt is counted. */
  public static Transition postpone(Task held, Duration delay, String error) {
    Position p = held.position();
    When at = When.in(delay);
    Placement to =
        set(
            held,
            Status.WAITING,
            at,
            at,
            Math.max(0, p.attempts() - 1),
            p.losses(),
            p.lastOutcome(),
            p.state(),
            p.data());
    return new Transition(
        Rule.WAIT, held.id(), Guard.asSeen(held), new Change.Move(to, true, false), error);
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
        Rule.GIVE_UP,
        held.id(),
        Guard.asSeen(held),
        new Change.Finish(Status.FAILED, null, keep),
        error);
  }

  /** Stops the task until a person decides. */
  public static Transition error(Task held, String error) {
    Position p = held.position();
    Placement to =
        set(
            held,
            Status.ERROR,
            null,
            null,
            p.attempts(),
            p.losses(),
            LastOutcome.FAILURE,
            p.state(),
            p.data());
    return new Transition(
        Rule.NEED_A_PERSON, held.id(), Guard.asSeen(held), new Change.Move(to, true, false), error);
  }

  private static Placement stay(
      Task held,
      Duration lease,
      int attempts,
      int losses,
      LastOutcome outcome,
      String state,
      @Nullable Bytes data) {
    Position p = held.position();
    return new Placement(
        Status.PROCESSING,
        p.owner(),
        arrivalOrNull(p),
        When.in(lease),
        attempts,
        losses,
        p.lossLimit(),
        outcome,
        state,
        data);
  }

  private static Placement set(
      Task held,
      Status status,
      @Nullable When runAt,
      @Nullable When alarm,
      int attempts,
      int losses,
      LastOutcome outcome,
      String state,
      @Nullable Bytes data) {
    return new Placement(
        status,
        null,
        runAt,
        alarm,
        attempts,
        losses,
        held.position().lossLimit(),
        outcome,
        state,
        data);
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
