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

/**
 * Gives one attempt its durable steps and its waits for signals. It belongs to the stage attempt →
 * outcome: a pending wait replaces the outcome. Thread-safe.
 */
public final class AttemptNotes {

  /** The answer to whether earlier attempts of the task may have stored steps. */
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

  /** Returns the notes of the first attempt after a claim. */
  public static AttemptNotes of(NodeContext node, NotedAttempt claimed) {
    boolean mayFollow = HolderRules.mayFollowSteps(claimed.task().position());
    return new AttemptNotes(node, claimed, mayFollow ? Earlier.POSSIBLE : Earlier.NONE);
  }

  /**
   * Returns the notes of the next leg of the task. Its end must delete the steps of this leg, too.
   */
  public AttemptNotes next(NotedAttempt leg) {
    return new AttemptNotes(node, leg, hasSteps() ? Earlier.CERTAIN : earlier);
  }

  /** Returns the stored value of a step, or does its work and stores the value. */
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
   * Returns the signal, or empty if the timeout is over.
   *
   * @throws dev.baton.handler.AwaitingSignalError if the signal has not come; this ends the attempt
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

  /** Returns whether the handler has reached a wait whose signal has not come. */
  public boolean isWaiting() {
    SignalWaits own = waits;
    return own != null && own.pending();
  }

  /** Returns the transition of an attempt that ends with a pending wait; null if none. */
  public @Nullable Transition parked() {
    SignalWaits own = waits;
    return own != null && own.pending() ? own.parked() : null;
  }

  /**
   * Refuses an outcome that is not allowed after a wait.
   *
   * @throws IllegalStateException if the outcome moves the task to a state after a wait
   */
  public void requirePossible(Outcome<?> outcome) {
    if (waits != null && leadsToAState(outcome)) {
      throw new IllegalStateException(
          "A handler that awaits signals can't move its task to a state. Only tasks without states"
              + " can await signals");
    }
  }

  private static boolean leadsToAState(Outcome<?> outcome) {
    return outcome instanceof HandlerOutcome.GoTo<?>
        || (outcome instanceof HandlerOutcome.Park<?> park && !park.state().isEmpty());
  }

  /** Returns the transition, changed so that the next attempt reads the steps if it needs them. */
  public Transition withSteps(Transition transition, Outcome<?> outcome) {
    boolean remembers = hasSteps() || mayFollowSteps();
    return remembers && !StepRecorder.endWith(transition, outcome)
        ? HolderRules.continues(transition)
        : transition;
  }

  /** Returns whether this attempt, or an earlier leg of it, has used steps or waits. */
  boolean hasSteps() {
    synchronized (lock) {
      return earlier == Earlier.CERTAIN || steps != null || waits != null;
    }
  }

  /** Returns whether an earlier attempt may have stored steps. */
  boolean mayFollowSteps() {
    return earlier != Earlier.NONE;
  }

  /** Returns the waits for signals; null if the handler has not reached one. */
  @Nullable SignalWaits waits() {
    return waits;
  }
}
