package dev.baton.engine.attempt.note;

import dev.baton.engine.base.NodeContext;
import dev.baton.handler.Attempt;
import dev.baton.handler.DurableSteps;
import dev.baton.handler.Outcome;
import dev.baton.handler.Workflow;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.task.Bytes;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Provides the durable steps and the signal waits of one attempt. If the handler waits for a signal
 * that has not come, the wait decides the transition instead of an outcome. Thread-safe.
 */
public final class AttemptNotes {

  /** Says whether earlier attempts of the task have stored steps. */
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
  private volatile @Nullable WorkflowRun workflow;

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
   * Returns the notes of the attempt for the task's next state. The end of that attempt must delete
   * the steps of this attempt, too.
   */
  public AttemptNotes next(NotedAttempt leg) {
    return new AttemptNotes(node, leg, hasSteps() ? Earlier.CERTAIN : earlier);
  }

  /**
   * Returns the stored value of a step. If no value is stored, does the work of the step and stores
   * its value.
   */
  public Bytes step(String name, DurableSteps.Work<Bytes> work) throws Exception {
    requireNoWorkflow();
    return recorder().take(name, work);
  }

  private StepRecorder recorder() {
    synchronized (lock) {
      if (steps == null) {
        steps = new StepRecorder(node.stores().notes(), attempt);
      }
      return steps;
    }
  }

  /**
   * Creates and returns the run of a workflow. After this, the attempt's own steps and waits throw.
   */
  public Workflow workflow(Attempt view) {
    WorkflowRun run = new WorkflowRun(node, attempt, view, recorder());
    workflow = run;
    return run;
  }

  /**
   * Throws if the attempt is a workflow: its own steps and waits would mix with the steps of the
   * workflow.
   */
  public void requireNoWorkflow() {
    if (workflow != null) {
      throw new IllegalStateException(
          "Task "
              + attempt.taskId()
              + " is a workflow: use the steps and waits of Workflow, not those of its attempt");
    }
  }

  /**
   * Returns the signal, or empty if the timeout is over.
   *
   * @throws dev.baton.handler.TaskParkedError if the signal has not come yet; the handler must let
   *     this error end the attempt
   */
  public Optional<Bytes> await(String signal, Duration timeout) {
    attempt.requireHeld();
    return signals(signal).await(signal, timeout);
  }

  /**
   * Counts a wait that an earlier run has finished, so that the next wait is for the next signal.
   */
  void skip(String signal) {
    signals(signal).skip(signal);
  }

  private SignalWaits signals(String signal) {
    synchronized (lock) {
      SignalWaits.requireHere(attempt, signal, steps);
      if (waits == null) {
        waits = SignalWaits.of(node, attempt);
      }
      return waits;
    }
  }

  /** Returns whether the handler has reached a wait that ends the attempt. */
  public boolean isWaiting() {
    SignalWaits own = waits;
    WorkflowRun run = workflow;
    return (own != null && own.pending()) || (run != null && run.isParked());
  }

  /** Returns the transition of an attempt that ends because it waits; null if it doesn't wait. */
  public @Nullable Transition parked() {
    SignalWaits own = waits;
    if (own != null && own.pending()) {
      return own.parked();
    }
    WorkflowRun run = workflow;
    return run == null ? null : run.transition();
  }

  /**
   * Throws if the outcome isn't allowed.
   *
   * @throws IllegalStateException if the handler has waited for a signal and the outcome moves the
   *     task to a state
   * @throws dev.baton.handler.WorkflowChangedException if a workflow's handler has skipped steps of
   *     earlier runs
   */
  public void requirePossible(Outcome<?> outcome) {
    WorkflowRun run = workflow;
    if (run != null) {
      run.requireAllReached();
    }
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

  /**
   * Returns the transition. If the task keeps its steps, the returned transition makes the next
   * attempt read them.
   */
  public Transition withSteps(Transition transition, Outcome<?> outcome) {
    boolean remembers = hasSteps() || mayFollowSteps();
    return remembers && !StepRecorder.endWith(transition, outcome)
        ? HolderRules.continues(transition)
        : transition;
  }

  /**
   * Returns whether this attempt, or an earlier attempt under the same claim, has used steps or
   * waits.
   */
  boolean hasSteps() {
    synchronized (lock) {
      return earlier == Earlier.CERTAIN || steps != null || waits != null;
    }
  }

  /** Returns whether an earlier attempt may have stored steps. */
  boolean mayFollowSteps() {
    return earlier != Earlier.NONE;
  }

  /** Returns the run of a workflow; null for other handlers. */
  @Nullable WorkflowRun workflow() {
    return workflow;
  }

  /** Returns the waits for signals; null if the handler has not reached one. */
  @Nullable SignalWaits waits() {
    return waits;
  }
}
