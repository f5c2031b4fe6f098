package dev.baton.engine.attempt;

import dev.baton.api.error.DeadlineExceededException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.engine.attempt.RunningAttempt.Cancelled;
import dev.baton.engine.base.KnownFailures;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.LossChoice;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.Texts;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which transition follows what a handler answered or threw: {@link OutcomeTransitions} says what
 * it means for the row; this adds what it depends on here: why the attempt was cut off, a slot of
 * the next state, what this node doesn't know. Thread-safe.
 */
final class OutcomeDecisions {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeDecisions.class);

  private final NodeContext node;
  private final OutcomeTransitions settlement;
  private final @Nullable StateSlots stateSlots;
  private final UnknownTasks unknownTasks;
  private final FailureLogger failures = new FailureLogger();
  private final KnownFailures known = new KnownFailures();

  /**
   * @param stateSlots null where no state has a limit of its own
   */
  OutcomeDecisions(NodeContext node, @Nullable StateSlots stateSlots, UnknownTasks unknownTasks) {
    this.node = node;
    this.settlement =
        new OutcomeTransitions(node.settings(), node.runtime().random(), node.clock()::now);
    this.stateSlots = stateSlots;
    this.unknownTasks = unknownTasks;
  }

  /** The handler answered; where that can't be written, it failed. */
  Transition ofAnswer(RunningAttempt attempt, Outcome<?> outcome) {
    try {
      return ofWritable(attempt, outcome);
    } catch (RuntimeException | Error impossible) {
      return ofFailure(attempt, impossible);
    }
  }

  /** The handler answered. Throws when the outcome can't be written. */
  Transition ofWritable(RunningAttempt attempt, Outcome<?> outcome) {
    Transition transition = written(attempt, outcome);
    boolean remembers = attempt.hasSteps() || attempt.mayFollowSteps();
    return remembers && !StepRecorder.endWith(transition, outcome)
        ? HolderRules.continues(transition)
        : transition;
  }

  private Transition written(RunningAttempt attempt, Outcome<?> outcome) {
    SignalWaits waits = attempt.waits();
    if (waits != null && waits.pending()) {
      return waits.parked();
    }
    if (waits != null && leadsToAState(outcome)) {
      throw new IllegalStateException(
          "A handler that awaits signals can't go on to a state: its waits are of a task without"
              + " states");
    }
    Transition transition = settlement.of(attempt.task(), attempt.definition(), outcome);
    if (outcome instanceof Outcome.Retry<?> retry) {
      log(attempt, transition, OutcomeTransitions.asked(retry));
    }
    if (stateSlots == null || !(outcome instanceof Outcome.GoTo<?> next)) {
      return transition;
    }
    HeldSlots slots = attempt.slots();
    Task moved = OutcomeTransitions.moved(attempt.task(), transition, node.clock().now());
    StateSlots.Answer booked =
        stateSlots.book(moved, attempt.definition(), slots.state(), moved.position().version());
    if (!booked.mayRun()) {
      return settlement.elsewhere(attempt.task(), next);
    }
    slots.goesOn(booked.slot());
    return transition;
  }

  private static boolean leadsToAState(Outcome<?> outcome) {
    return outcome instanceof Outcome.GoTo<?>
        || (outcome instanceof Outcome.Park<?> park && !park.state().isEmpty());
  }

  /** The handler threw. */
  Transition ofFailure(RunningAttempt attempt, Throwable error) {
    SignalWaits waits = attempt.waits();
    if (waits != null && waits.pending()) {
      return waits.parked();
    }
    if (error instanceof UnknownHereException unknown) {
      return unknownTasks.givenBack(attempt.task(), unknown);
    }
    Transition transition = failed(attempt, error);
    log(attempt, transition, error);
    return transition;
  }

  /** The reconciler could not find out what became of the effect. */
  Transition ofNoAnswer(RunningAttempt attempt, Throwable error) {
    return error instanceof UnknownHereException unknown
        ? unknownTasks.givenBack(attempt.task(), unknown)
        : settlement.unanswered(attempt.task(), attempt.definition(), error);
  }

  /** The reconciler answered that what became of the effect can't be found out. */
  Transition ofUnknown(RunningAttempt attempt, String reason) {
    return settlement.unknown(attempt.task(), reason);
  }

  /** By the type's own way; what is only given back has not failed. */
  private void log(RunningAttempt attempt, Transition transition, Throwable error) {
    if (transition.error() == null || attempt.cancelled() == Cancelled.LEASE_LOST) {
      return;
    }
    try {
      boolean willRetry = transition.rule() == Rule.WAIT || transition.rule() == Rule.GIVE_BACK;
      Instant now = node.clock().now();
      node.taskLog().about(attempt.task(), () -> failures.failed(attempt, error, willRetry, now));
    } catch (RuntimeException | Error broken) {
      known.log(
          LOG,
          attempt.type(),
          broken,
          "The failure log of type {} threw an exception when it was given {}: that failure"
              + " isn't logged, the task isn't affected",
          Texts.line(attempt.type()),
          Texts.line(error));
    }
  }

  private Transition failed(RunningAttempt attempt, Throwable error) {
    Cancelled why = attempt.cancelled();
    Task task = why == null ? attempt.task() : cutOff(attempt);
    if (why == Cancelled.SHUTDOWN && maySimplyBeResumed(attempt)) {
      return settlement.release(task);
    }
    if (why == Cancelled.DEADLINE && !(error instanceof DeadlineExceededException)) {
      DeadlineExceededException late =
          new DeadlineExceededException(task.id(), attempt.definition().deadline());
      late.addSuppressed(error);
      return settlement.failure(task, attempt.definition(), late);
    }
    return settlement.failure(task, attempt.definition(), error);
  }

  /** A shutdown is no worse than a crash. */
  private static boolean maySimplyBeResumed(RunningAttempt attempt) {
    LossChoice onLost = attempt.definition().onLost();
    boolean unmarked = attempt.task().position().lastOutcome() != LastOutcome.IN_DOUBT;
    return onLost.isResume() || (onLost.isOnlyIfMarked() && unmarked);
  }

  /** A handler that was interrupted can't be taken at its word that it did nothing. */
  private static Task cutOff(RunningAttempt attempt) {
    LossChoice onLost = attempt.definition().onLost();
    boolean asks = onLost.reconciler() != null && !onLost.isOnlyIfMarked();
    Task task = attempt.task();
    return asks ? task.at(task.position().inDoubt()) : task;
  }
}
