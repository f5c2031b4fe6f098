package dev.baton.task.rule;

import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Transitions of a task that waits for other tasks. A store applies them in the transaction that
 * ends one of the other tasks. These rules also decide whether any other transition of the waiting
 * task ends its wait.
 *
 * <p>Such a task is BLOCKED, and has a row in the table of waiters. The task waits while this row
 * is in the state WAITS, even if the version of the task changes. Edits, merges and signals change
 * the task, but not its row in the table of waiters. Only a hold by an operator, a release, a
 * reschedule and the end of the task change that row.
 */
public final class WaitRules {
  private WaitRules() {}

  /**
   * The row of a waiting task in the table of waiters.
   *
   * @param id the waiting task
   * @param remaining how many tasks the waiter still waits for; not up to date while it is on hold
   * @param standing the state of its wait
   * @param awaitsTurn whether the waiter is ordered and waits for the ordered task of its key
   *     before it; also kept up to date while the waiter is on hold and after it has ended
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

    /** Returns whether the end of another task changes this wait. */
    public boolean hears() {
      return standing == WaitState.WAITS && remaining > 0;
    }

    /** Returns the same waiter with another number of remaining tasks. */
    public Waiter waitingFor(int remaining) {
      return new Waiter(id, remaining, WaitState.WAITS, awaitsTurn, hintExpiry, keep);
    }

    /** Returns the same waiter on hold. */
    public Waiter held() {
      return new Waiter(id, remaining, WaitState.HELD, awaitsTurn, hintExpiry, keep);
    }

    /** Returns the waiter as one that no longer waits for anything. */
    public Waiter over() {
      return new Waiter(id, 0, WaitState.OVER, false, hintExpiry, keep);
    }

    /**
     * Returns the waiter after its end. If it ends before its turn in the order, the tasks after it
     * still wait for that turn.
     */
    public Waiter ended() {
      return awaitsTurn ? new Waiter(id, 1, WaitState.ENDED_EARLY, true, hintExpiry, keep) : over();
    }

    /**
     * Returns the waiter. If one of these ends is that of the task before it in the order, it no
     * longer awaits its turn.
     */
    public Waiter afterTurn(List<End> ends) {
      boolean awaits = awaitsTurn && ends.stream().noneMatch(End::isTurn);
      return new Waiter(id, remaining, standing, awaits, hintExpiry, keep);
    }
  }

  /**
   * The end of a task for which a waiter waits.
   *
   * @param id the task that ended
   * @param status how the task ended
   * @param mustBeDone whether the waiter requires that the task is DONE
   * @param isTurn whether the task was the ordered task of the same key before the waiter
   */
  public record End(UUID id, Status status, boolean mustBeDone, boolean isTurn) {
    /** Creates the end of a task that isn't the ordered task before the waiter. */
    public End(UUID id, Status status, boolean mustBeDone) {
      this(id, status, mustBeDone, false);
    }

    /** Returns whether this end means that the waiter can't run. */
    public boolean isInTheWay() {
      return mustBeDone && status != Status.DONE;
    }

    /**
     * Returns the end of a task whose own turn has not come yet, so that it is not the waiter's
     * turn.
     */
    public End beforeTurn() {
      return new End(id, status, mustBeDone, false);
    }
  }

  /** The effect of other tasks' ends on a waiter. */
  public sealed interface WaitVerdict {
    /** The waiter continues to wait for {@code remaining} tasks. */
    record WaitsOn(int remaining) implements WaitVerdict {}

    /**
     * The waiter no longer waits.
     *
     * @param inTheWay the end of a task that had to be DONE and isn't; null if the waiter may run
     */
    record Over(@Nullable End inTheWay) implements WaitVerdict {}
  }

  /**
   * Returns the first position of a task whose request names tasks to wait for, if all of them have
   * ended.
   *
   * @param blocked the position in which the task would wait
   */
  public static NextPosition withoutWaits(NextPosition blocked, Duration hintExpiry) {
    When runAt = blocked.runAt();
    return runAt == null
        ? AddRules.now(hintExpiry, blocked.state())
        : AddRules.later(runAt, blocked.state());
  }

  /**
   * Returns the error message for a new waiting task whose id belongs to an earlier task that ended
   * before its turn. Until that turn comes, the id marks the place of the earlier task in the
   * order.
   */
  public static String hasPlaceInOrder(UUID id) {
    return "The id "
        + id
        + " can't be used again yet: an earlier task with this id ended before its turn in the"
        + " order, and that turn has not come yet";
  }

  /**
   * Decides what the ends that one transaction reports mean for the waiter. Each end must be
   * reported once, ordered by id.
   */
  public static WaitVerdict heard(Waiter waiter, List<End> ends) {
    return judged(ends, waiter.remaining() - ends.size());
  }

  /** Decides what these ends mean for a waiter that still waits for {@code left} other tasks. */
  public static WaitVerdict judged(List<End> ends, int left) {
    for (End end : ends) {
      if (end.isInTheWay()) {
        return new WaitVerdict.Over(end);
      }
    }
    return left > 0 ? new WaitVerdict.WaitsOn(left) : new WaitVerdict.Over(null);
  }

  /**
   * Returns the transition of a task that no longer waits. The caller has locked its row and read
   * the task again. Returns null if the task isn't BLOCKED, because it then needs no release.
   *
   * @param now the time of the store's clock; any time if the task has no time to run
   */
  public static @Nullable Transition move(
      Waiter waiter, WaitVerdict.Over over, Task task, Instant now) {
    if (task.position().status() != Status.BLOCKED) {
      return null;
    }
    End end = over.inTheWay();
    return end == null
        ? released(task, now, waiter.hintExpiry())
        : cancelled(Guard.asSeen(task), waiter, end);
  }

  /**
   * Releases the task. Its place in the order of arrival is the time when it was added, or the time
   * to run of its request if that is later.
   */
  private static Transition released(Task task, Instant now, Duration hintExpiry) {
    Position p = task.position();
    Instant runAt = p.runAt();
    // A signal may have set a later time while this transaction waited for the lock.
    boolean isAhead = runAt != null && runAt.isAfter(now);
    When arrived = When.at(task.arrivedAt());
    When later = isAhead && task.arrivedAt().isAfter(task.lastAction()) ? arrived : null;
    When ready = isAhead ? When.now() : arrived;
    // The store doesn't write state and data, because the last argument of the Move is false.
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
        Rule.UNBLOCK, task.id(), Guard.asSeen(task), new Change.Move(to, false), null);
  }

  private static Transition cancelled(Guard guard, Waiter waiter, End end) {
    return new Transition(
        Rule.CANCEL,
        waiter.id(),
        guard,
        new Change.Finish(Status.CANCELLED, null, waiter.keep()),
        "The task waited for task " + end.id() + ", which ended as " + end.status());
  }

  /** Effects of an operator's or a signal's transition on the wait of its task. */
  public enum WaitMeaning {
    /** The task continues to wait as before. */
    NONE,
    /** An operator puts the task on hold. */
    HOLDS,
    /**
     * An operator releases the task: it runs, or continues to wait for tasks that haven't ended.
     */
    LETS_GO,
    /** The task no longer waits: the transition ignores the other tasks, or ends the task. */
    ENDS
  }

  /** Returns what this transition means for the wait of its task, if the task waits. */
  public static WaitMeaning meaning(Transition transition) {
    if (transition.guard().status() != Status.BLOCKED) {
      return WaitMeaning.NONE;
    }
    if (transition.rule() == Rule.UNBLOCK) {
      return WaitMeaning.LETS_GO;
    }
    if (transition.change().to() != Status.BLOCKED) {
      return WaitMeaning.ENDS;
    }
    return transition.rule() == Rule.RESCHEDULE ? WaitMeaning.HOLDS : WaitMeaning.NONE;
  }

  /**
   * Returns whether the store must read the other tasks, for which the task waits, before it
   * applies this transition. A released task continues to wait for the tasks that haven't ended,
   * and a rescheduled task continues to wait for its turn.
   */
  public static boolean looksAtOthers(Transition transition) {
    WaitMeaning meaning = meaning(transition);
    return meaning == WaitMeaning.LETS_GO
        || (meaning == WaitMeaning.ENDS && !transition.change().to().isFinished());
  }

  /** The transition to apply to a task, and the row of its wait afterwards. */
  public record WaitStep(Transition transition, Waiter after) {}

  /**
   * Returns the effect of a transition on a task that waits or is on hold, and on the row of its
   * wait.
   *
   * @param asked the requested transition
   * @param ends all ends so far, if the transition releases the task
   * @param left how many tasks it still waits for, if the transition releases the task
   */
  public static WaitStep step(Waiter waiter, Transition asked, List<End> ends, int left) {
    return switch (meaning(asked)) {
      case NONE -> new WaitStep(asked, waiter);
      case HOLDS -> new WaitStep(asked, waiter.held());
      case ENDS ->
          asked.change().to().isFinished()
              ? new WaitStep(asked, waiter.ended())
              : moved(waiter, asked, ends, left);
      case LETS_GO -> letGo(waiter, asked, judged(ends, left));
    };
  }

  /** Runs the task without waiting for other tasks, but not before its turn. */
  private static WaitStep moved(Waiter waiter, Transition asked, List<End> ends, int left) {
    return waiter.awaitsTurn()
        ? letGo(waiter, asked, judged(ends, left))
        : new WaitStep(asked, waiter.over());
  }

  /**
   * Applies the transition if the task has nothing left to wait for. Otherwise the task continues
   * to wait, or is cancelled because a task that had to be DONE ended otherwise.
   */
  private static WaitStep letGo(Waiter waiter, Transition asked, WaitVerdict verdict) {
    if (verdict instanceof WaitVerdict.WaitsOn on) {
      return new WaitStep(waitsOn(asked), waiter.waitingFor(on.remaining()));
    }
    End end = ((WaitVerdict.Over) verdict).inTheWay();
    return end == null
        ? new WaitStep(asked, waiter.over())
        : new WaitStep(cancelled(asked.guard(), waiter, end), waiter.ended());
  }

  private static Transition waitsOn(Transition asked) {
    if (!(asked.change() instanceof Change.Move move)) {
      throw new IllegalArgumentException(asked.rule() + " ends task " + asked.id());
    }
    NextPosition to = move.placement();
    // A task that should run at once gets no time here: it runs when the other tasks have ended.
    When runAt = When.now().equals(to.runAt()) ? null : to.runAt();
    NextPosition blocked =
        new NextPosition(Status.BLOCKED, null, runAt, null, to.counts(), to.state(), to.data());
    return new Transition(
        asked.rule(), asked.id(), asked.guard(), new Change.Move(blocked, false), null);
  }
}
