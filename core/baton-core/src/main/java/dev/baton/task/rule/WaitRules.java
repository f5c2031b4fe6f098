package dev.baton.task.rule;

import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The moves of a task that waits for others, made in the transaction that ends what it waits for;
 * and what the moves that others make mean for its waiting.
 *
 * <p>Such a task is BLOCKED, and waits as long as its own row among the waiters says so, whatever
 * its version: edits, merges and news change what it is, and it goes on waiting. Only a person's
 * hold, a reschedule and an end change that row.
 */
public final class WaitRules {
  private WaitRules() {}

  /**
   * A task that waits, as its store has it noted.
   *
   * @param id which
   * @param remaining how many tasks it still waits for; not counted while it is held
   * @param standing whether it hears of them
   * @param awaitsTurn whether one of them is the task before it in its order; told while it is held
   *     and after it has ended, too
   * @param hintExpiry as in {@link Waits}
   * @param keep as in {@link Waits}
   */
  public record Waiter(
      UUID id,
      int remaining,
      WaitState standing,
      boolean awaitsTurn,
      Duration hintExpiry,
      Duration keep) {

    /** Whether the end of another means anything to it. */
    public boolean hears() {
      return standing == WaitState.WAITS && remaining > 0;
    }

    /** The same, waiting for so many. */
    public Waiter waitingFor(int remaining) {
      return new Waiter(id, remaining, WaitState.WAITS, awaitsTurn, hintExpiry, keep);
    }

    /** The same, held by a person. */
    public Waiter held() {
      return new Waiter(id, remaining, WaitState.HELD, awaitsTurn, hintExpiry, keep);
    }

    /** The same, waiting for nothing any more. */
    public Waiter over() {
      return new Waiter(id, 0, WaitState.OVER, false, hintExpiry, keep);
    }

    /** The same, having ended: those behind it wait on until its turn would have come. */
    public Waiter ended() {
      return awaitsTurn ? new Waiter(id, 1, WaitState.ENDED_EARLY, true, hintExpiry, keep) : over();
    }

    /** The same, after these ends were told. */
    public Waiter afterTurn(List<End> ends) {
      boolean awaits = awaitsTurn && ends.stream().noneMatch(End::isTurn);
      return new Waiter(id, remaining, standing, awaits, hintExpiry, keep);
    }
  }

  /**
   * One end that a waiter hears of.
   *
   * @param id the task that ended
   * @param status how
   * @param mustBeDone whether the waiter needs it DONE
   * @param isTurn whether it was the one before the waiter in their order
   */
  public record End(UUID id, Status status, boolean mustBeDone, boolean isTurn) {
    /** Of one that is waited for by its name. */
    public End(UUID id, Status status, boolean mustBeDone) {
      this(id, status, mustBeDone, false);
    }

    /** Whether the waiter can't run any more. */
    public boolean isInTheWay() {
      return mustBeDone && status != Status.DONE;
    }

    /** The same while the turn of the task that ended hasn't come, and so neither the waiter's. */
    public End beforeTurn() {
      return new End(id, status, mustBeDone, false);
    }
  }

  /** What follows for the waiter. */
  public sealed interface Verdict {
    /** It waits on, for so many. */
    record WaitsOn(int remaining) implements Verdict {}

    /**
     * It waits no more.
     *
     * @param inTheWay what it needed DONE and has ended otherwise; null when it may run
     */
    record Over(@Nullable End inTheWay) implements Verdict {}
  }

  /**
   * Where a task starts that is added to wait, and has nothing to wait for.
   *
   * @param blocked where it would wait
   */
  public static NextPosition free(NextPosition blocked, Duration hintExpiry) {
    When runAt = blocked.runAt();
    return runAt == null
        ? AddRules.now(hintExpiry, blocked.state())
        : AddRules.later(runAt, blocked.state());
  }

  /**
   * Why a task that waits can't have this id: a task that had it ended before its turn, and its
   * place in its order is named by the id until that turn comes.
   */
  public static String hasPlaceInOrder(UUID id) {
    return "The id "
        + id
        + " can't be used again yet: a task that had it ended before its turn in its order, which"
        + " is still to come";
  }

  /** Judges the ends that one transaction brings, each told once, in the order of their ids. */
  public static Verdict heard(Waiter waiter, List<End> ends) {
    return judged(ends, waiter.remaining() - ends.size());
  }

  /** Judges all ends that there were, with so many left to come. */
  public static Verdict judged(List<End> ends, int left) {
    for (End end : ends) {
      if (end.isInTheWay()) {
        return new Verdict.Over(end);
      }
    }
    return left > 0 ? new Verdict.WaitsOn(left) : new Verdict.Over(null);
  }

  /**
   * The move of a task that waits no more, as it stands now under the lock of its row; null when it
   * isn't BLOCKED, and so has nothing to be let go from.
   *
   * @param now what the store's clock shows; any time where the task has no time to run
   */
  public static @Nullable Transition move(
      Waiter waiter, Verdict.Over over, Task task, Instant now) {
    if (task.position().status() != Status.BLOCKED) {
      return null;
    }
    End end = over.inTheWay();
    return end == null
        ? released(task, now, waiter.hintExpiry())
        : cancelled(Guard.asSeen(task), waiter, end);
  }

  /**
   * The task takes its place by the time of its add, or by the later time for which it was added.
   */
  private static Transition released(Task task, Instant now, Duration hintExpiry) {
    Position p = task.position();
    Instant runAt = p.runAt();
    // News that came while this waited for the lock say "now" by a later clock than ours.
    boolean isAhead = runAt != null && runAt.isAfter(now);
    When arrived = When.at(task.arrivedAt());
    When later = isAhead && task.arrivedAt().isAfter(task.lastAction()) ? arrived : null;
    When ready = isAhead ? When.now() : arrived;
    // The store leaves state and data as they are: the move says that it doesn't change them.
    NextPosition to =
        new NextPosition(
            later == null ? Status.READY : Status.WAITING,
            null,
            later == null ? ready : later,
            later == null ? When.in(hintExpiry) : later,
            p.counts(),
            p.state(),
            p.data());
    return new Transition(
        Rule.UNBLOCK, task.id(), Guard.asSeen(task), new Change.Move(to, true, false), null);
  }

  private static Transition cancelled(Guard guard, Waiter waiter, End end) {
    return new Transition(
        Rule.CANCEL,
        waiter.id(),
        guard,
        new Change.Finish(Status.CANCELLED, null, waiter.keep()),
        "It waits for task " + end.id() + ", which has ended " + end.status());
  }

  /** What an operator's or a signal's move means for the waiting of its task. */
  public enum Meaning {
    /** Nothing: it goes on as it did. */
    NONE,
    /** A person holds it. */
    HOLDS,
    /** A person lets it go: it runs, or waits on for what hasn't ended. */
    LETS_GO,
    /** It waits for nothing any more: it was moved regardless of the others, or has ended. */
    ENDS
  }

  /** What this move means for the waiting of its task, if that waits. */
  public static Meaning meaning(Transition transition) {
    if (transition.guard().status() != Status.BLOCKED) {
      return Meaning.NONE;
    }
    if (transition.rule() == Rule.UNBLOCK) {
      return Meaning.LETS_GO;
    }
    if (transition.change().to() != Status.BLOCKED) {
      return Meaning.ENDS;
    }
    return transition.rule() == Rule.RESCHEDULE ? Meaning.HOLDS : Meaning.NONE;
  }

  /**
   * Whether what a move makes of a task that waits may depend on how all stand that it waits for:
   * one that is let go waits on for them, and one that is moved, for its turn.
   */
  public static boolean looksAtOthers(Transition transition) {
    Meaning meaning = meaning(transition);
    return meaning == Meaning.LETS_GO
        || (meaning == Meaning.ENDS && !transition.change().to().isFinished());
  }

  /** What becomes of a task, and of its waiting if that is applied. */
  public record Step(Transition transition, Waiter after) {}

  /**
   * What a move makes of a task that waits or is held, and of its waiting.
   *
   * @param asked the move
   * @param ends where it is to be let go, all ends that there were
   * @param left where it is to be let go, how many are to come
   */
  public static Step step(Waiter waiter, Transition asked, List<End> ends, int left) {
    return switch (meaning(asked)) {
      case NONE -> new Step(asked, waiter);
      case HOLDS -> new Step(asked, waiter.held());
      case ENDS ->
          asked.change().to().isFinished()
              ? new Step(asked, waiter.ended())
              : moved(waiter, asked, ends, left);
      case LETS_GO -> letGo(waiter, asked, judged(ends, left));
    };
  }

  /** It runs regardless of the others, but not before its turn. */
  private static Step moved(Waiter waiter, Transition asked, List<End> ends, int left) {
    return waiter.awaitsTurn()
        ? letGo(waiter, asked, judged(ends, left))
        : new Step(asked, waiter.over());
  }

  /** It takes its way if it waits for nothing; else it waits on, or can't run any more. */
  private static Step letGo(Waiter waiter, Transition asked, Verdict verdict) {
    if (verdict instanceof Verdict.WaitsOn on) {
      return new Step(waitsOn(asked), waiter.waitingFor(on.remaining()));
    }
    End end = ((Verdict.Over) verdict).inTheWay();
    return end == null
        ? new Step(asked, waiter.over())
        : new Step(cancelled(asked.guard(), waiter, end), waiter.ended());
  }

  private static Transition waitsOn(Transition asked) {
    if (!(asked.change() instanceof Change.Move move)) {
      throw new IllegalArgumentException(asked.rule() + " ends task " + asked.id());
    }
    NextPosition to = move.placement();
    // "At once" is no time of its own: it is when the others have ended.
    When runAt = When.now().equals(to.runAt()) ? null : to.runAt();
    NextPosition blocked =
        new NextPosition(Status.BLOCKED, null, runAt, null, to.counts(), to.state(), to.data());
    return new Transition(
        asked.rule(), asked.id(), asked.guard(), new Change.Move(blocked, true, false), null);
  }
}
