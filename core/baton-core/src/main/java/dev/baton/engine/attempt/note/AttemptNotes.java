package dev.baton.engine.attempt.note;

import dev.baton.engine.base.NodeContext;
import dev.baton.handler.DurableSteps;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.task.Bytes;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The steps and the waits for signals of one attempt. Thread-safe. */
public final class AttemptNotes {

  /** Whether the attempts before it have steps that are remembered. */
  private enum Earlier {
    NONE,
    POSSIBLE,
    CERTAIN
  }

  private final NodeContext node;
  private final NotedAttempt attempt;
  private final Earlier earlier;
  private final Object lock = new Object();
  private @Nullable StepRecorder steps;
  private volatile @Nullable SignalWaits waits;

  private AttemptNotes(NodeContext node, NotedAttempt attempt, Earlier earlier) {
    this.node = node;
    this.attempt = attempt;
    this.earlier = earlier;
  }

  /** Those of an attempt that has just been claimed. */
  public static AttemptNotes of(NodeContext node, NotedAttempt claimed) {
    boolean mayFollow = HolderRules.mayFollowSteps(claimed.task().position());
    return new AttemptNotes(node, claimed, mayFollow ? Earlier.POSSIBLE : Earlier.NONE);
  }

  /**
   * Those of the next leg of the task: what was remembered in the last one must be forgotten with
   * this one's.
   */
  public AttemptNotes next(NotedAttempt leg) {
    return new AttemptNotes(node, leg, hasSteps() ? Earlier.CERTAIN : earlier);
  }

  /** Does the work of a step, or returns what an attempt before it did. */
  public Bytes step(String name, DurableSteps.Work<Bytes> work) throws Exception {
    StepRecorder own;
    synchronized (lock) {
      if (steps == null) {
        steps = new StepRecorder(node.stores().notes(), attempt);
      }
      own = steps;
    }
    return own.take(name, work);
  }

  /**
   * Returns the signal, or nothing when its time is over.
   *
   * @throws dev.baton.handler.AwaitingSignalError when the wait lasts: the attempt ends by that
   */
  public Optional<Bytes> await(String signal, Duration timeout) {
    attempt.requireHeld();
    SignalWaits own;
    synchronized (lock) {
      SignalWaits.requireHere(attempt, signal, steps);
      if (waits == null) {
        waits = SignalWaits.of(node, attempt);
      }
      own = waits;
    }
    return own.await(signal, timeout);
  }

  /** Whether the handler has come to a wait that lasts. */
  public boolean isWaiting() {
    SignalWaits own = waits;
    return own != null && own.pending();
  }

  /** The transition of an attempt that ends by a wait; null where none lasts. */
  public @Nullable Transition parked() {
    SignalWaits own = waits;
    return own != null && own.pending() ? own.parked() : null;
  }

  /**
   * Refuses an outcome that can't follow the attempt's waits.
   *
   * @throws IllegalStateException for a state after a wait
   */
  public void requirePossible(Outcome<?> outcome) {
    if (waits != null && leadsToAState(outcome)) {
      throw new IllegalStateException(
          "A handler that awaits signals can't go on to a state: its waits are of a task without"
              + " states");
    }
  }

  private static boolean leadsToAState(Outcome<?> outcome) {
    return outcome instanceof HandlerOutcome.GoTo<?>
        || (outcome instanceof HandlerOutcome.Park<?> park && !park.state().isEmpty());
  }

  /** The transition of an attempt that answered, so that the next one is given its steps. */
  public Transition withSteps(Transition transition, Outcome<?> outcome) {
    boolean remembers = hasSteps() || mayFollowSteps();
    return remembers && !StepRecorder.endWith(transition, outcome)
        ? HolderRules.continues(transition)
        : transition;
  }

  /** Whether this attempt, or one whose task it goes on with, has asked for steps. */
  boolean hasSteps() {
    synchronized (lock) {
      return earlier == Earlier.CERTAIN || steps != null || waits != null;
    }
  }

  /** Whether an attempt before it may have had steps that are remembered. */
  boolean mayFollowSteps() {
    return earlier != Earlier.NONE;
  }

  /** Its waits for signals; null when its handler has come to none. */
  @Nullable SignalWaits waits() {
    return waits;
  }
}
