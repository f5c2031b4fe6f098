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
import org.jspecify.annotations.Nullable;

/**
 * The moves of those who have news for a task: a callback has arrived, a person has answered. They
 * need no lease, and who holds the task is ejected: it leaves its holder's hands in the same write
 * that changes its state and data. News are progress, so attempts and losses are counted anew.
 */
public final class SignalRules {
  private SignalRules() {}

  /** It goes on in this state as soon as a node has a slot; a held one when it is let go. */
  public static Transition goTo(
      Task task, Duration hintExpiry, String state, @Nullable Bytes data) {
    boolean blocked = task.position().status() == Status.BLOCKED;
    return move(
        task,
        blocked ? Status.BLOCKED : Status.READY,
        When.now(),
        blocked ? null : When.in(hintExpiry),
        state,
        data);
  }

  /** It waits in this state until then; a held one stays held. */
  public static Transition park(Task task, When until, String state, @Nullable Bytes data) {
    boolean blocked = task.position().status() == Status.BLOCKED;
    return move(
        task,
        blocked ? Status.BLOCKED : Status.WAITING,
        until,
        blocked ? null : until,
        state,
        data);
  }

  /** Whether it may stand still because its handler awaits a signal, and not for a retry. */
  public static boolean mayAwait(Task task) {
    Position p = task.position();
    return p.lastOutcome() == LastOutcome.CONTINUES
        && p.state().isEmpty()
        && (p.status() == Status.WAITING || p.status() == Status.BLOCKED);
  }

  private static Transition move(
      Task task, Status to, When runAt, @Nullable When alarm, String state, @Nullable Bytes data) {
    Position p = task.position();
    boolean remembers = p.status() == Status.RUNNING || HolderRules.mayFollowSteps(p);
    LastOutcome last = remembers ? LastOutcome.CONTINUES : LastOutcome.SUCCESS;
    NextPosition placement =
        new NextPosition(to, null, runAt, alarm, p.counts().anew(last), state, data);
    boolean changed = !state.equals(p.state()) || !Objects.equals(data, p.data());
    return new Transition(
        rule(p.status()),
        task.id(),
        Guard.asSeen(task),
        new Change.Move(placement, true, changed),
        null);
  }

  private static Rule rule(Status from) {
    return switch (from) {
      case RUNNING -> Rule.SIGNAL_RUNNING;
      case BLOCKED -> Rule.SIGNAL_HELD;
      default -> Rule.SIGNAL;
    };
  }
}
