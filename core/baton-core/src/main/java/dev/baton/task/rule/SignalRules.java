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
import org.jspecify.annotations.Nullable;

/**
 * Transitions by signals, for example when a callback has arrived or a person has decided. A signal
 * needs no lease. If a node runs the task, the write that changes the task's state and data also
 * takes the task from that node. A signal resets the counts of attempts and losses to zero.
 */
public final class SignalRules {
  private SignalRules() {}

  /**
   * Continues the task in this state as soon as a node has a slot. A task on hold continues after
   * its release.
   */
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

  /** Parks the task in this state until this time. A task on hold stays on hold. */
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

  /**
   * Returns whether the task may be parked because its handler awaits a signal. Returns false if it
   * waits for a retry.
   */
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
        new NextPosition(to, null, runAt, alarm, p.counts().restarted(last), state, data);
    boolean changed = !state.equals(p.state()) || !Objects.equals(data, p.data());
    return new Transition(
        rule(p.status()), task.id(), Guard.asSeen(task), new Change.Move(placement, changed), null);
  }

  private static Rule rule(Status from) {
    return switch (from) {
      case RUNNING -> Rule.SIGNAL_RUNNING;
      case BLOCKED -> Rule.SIGNAL_HELD;
      default -> Rule.SIGNAL;
    };
  }
}
