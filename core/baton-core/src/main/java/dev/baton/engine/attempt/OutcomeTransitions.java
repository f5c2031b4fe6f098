package dev.baton.engine.attempt;

import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.DeadlineExceededException;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.engine.attempt.RunningAttempt.Cancelled;
import dev.baton.engine.attempt.note.OutcomeNotes;
import dev.baton.engine.attempt.reconcile.LostAttempts;
import dev.baton.engine.attempt.unknown.UnknownTasks;
import dev.baton.engine.base.FailureLogger;
import dev.baton.engine.base.KnownFailures;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.FailTaskException;
import dev.baton.handler.FailureLog;
import dev.baton.handler.Outcome;
import dev.baton.handler.StepFailedException;
import dev.baton.handler.WorkflowChangedException;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.GivenTask;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawHandler;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides the transition of an attempt by what its handler returned or threw: outcome → transition.
 * It writes nothing. Thread-safe.
 */
final class OutcomeTransitions {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeTransitions.class);
  private static final int LONGEST_ERROR = 4_000;

  private final NodeContext node;
  private final RandomGenerator random;
  private final UnknownTasks unknownTasks;
  private final FailureLogger failures = new FailureLogger();
  private final KnownFailures known = new KnownFailures();

  OutcomeTransitions(NodeContext node, UnknownTasks unknownTasks) {
    this.node = node;
    this.random = node.runtime().random();
    this.unknownTasks = unknownTasks;
  }

  /**
   * Returns the transition for a returned outcome. If the outcome can't be written, returns the
   * transition for a failure.
   */
  Transition forOutcome(RunningAttempt attempt, Outcome<?> outcome) {
    try {
      return forWritableOutcome(attempt, outcome);
    } catch (RuntimeException | Error impossible) {
      return forException(attempt, impossible);
    }
  }

  /** Returns the transition for a returned outcome. Throws if the outcome can't be written. */
  Transition forWritableOutcome(RunningAttempt attempt, Outcome<?> outcome) {
    return attempt.notes().withSteps(withoutSteps(attempt, outcome), outcome);
  }

  private Transition withoutSteps(RunningAttempt attempt, Outcome<?> outcome) {
    Transition parked = attempt.notes().parked();
    if (parked != null) {
      return parked;
    }
    attempt.notes().requirePossible(outcome);
    Transition transition = translated(attempt.task(), attempt.definition(), outcome);
    if (outcome instanceof HandlerOutcome.Retry<?> retry) {
      logFailure(attempt, transition, new RetryAsked(retry));
    }
    if (!(outcome instanceof HandlerOutcome.GoTo<?> next)) {
      return transition;
    }
    Task moved = attempt.task().at(transition.positionAt(node.clock().now()));
    return attempt.slots().bookNext(moved, attempt.definition())
        ? transition
        : nextStateLater(attempt.task(), next);
  }

  /** Returns the transition for a handler that threw. */
  Transition forException(RunningAttempt attempt, Throwable error) {
    Transition parked = attempt.notes().parked();
    if (parked != null) {
      return parked;
    }
    if (error instanceof UnknownHereException unknown) {
      return unknownTasks.givenBack(attempt.task(), unknown);
    }
    Transition transition = forFailure(attempt, error);
    if (!(error instanceof FailTaskException)) {
      logFailure(attempt, transition, error);
    }
    return transition;
  }

  /** Returns the transition for a reconciler that threw. */
  Transition forReconcilerException(RunningAttempt attempt, Throwable error) {
    if (attempt.cancelled() == Cancelled.LEASE_LOST) {
      return leaseLost(attempt, error);
    }
    return error instanceof UnknownHereException unknown
        ? unknownTasks.givenBack(attempt.task(), unknown)
        : LostAttempts.unanswered(
            attempt.task(), byRetryPolicy(attempt.task(), attempt.definition(), error));
  }

  /** Returns the transition for a reconciler that reported that the effect is unknown. */
  Transition forUnknownEffect(RunningAttempt attempt, String reason) {
    return LostAttempts.unknown(attempt.task(), reason);
  }

  /**
   * Logs a failed attempt as the type's failure log decides. Logs nothing for a task that the node
   * only gives back, because its attempt has not failed.
   */
  private void logFailure(RunningAttempt attempt, Transition transition, Throwable error) {
    if (transition.error() == null || attempt.cancelled() == Cancelled.LEASE_LOST) {
      return;
    }
    try {
      boolean willRetry = transition.rule() == Rule.WAIT || transition.rule() == Rule.RETRY_NOW;
      FailureLog log = attempt.definition().failureLog();
      Instant now = node.clock().now();
      node.taskLog()
          .about(
              attempt.task(),
              () -> failures.failed(log, attempt.handlerView(), error, willRetry, now));
    } catch (RuntimeException | Error broken) {
      known.log(
          LOG,
          attempt.type(),
          broken,
          "The failure log of type {} threw an exception when it was called with {}. That failure"
              + " isn't logged. The task isn't affected",
          Texts.line(attempt.type()),
          Texts.line(error));
    }
  }

  /** Returns the transition for a handler that failed, perhaps because it was cancelled. */
  private Transition forFailure(RunningAttempt attempt, Throwable error) {
    Cancelled why = attempt.cancelled();
    Task task =
        why == null ? attempt.task() : LostAttempts.cutOff(attempt.task(), attempt.definition());
    if (why == Cancelled.SHUTDOWN
        && LostAttempts.maySimplyBeResumed(attempt.task(), attempt.definition())) {
      return HolderRules.release(task, node.settings().hintExpiry());
    }
    if (why == Cancelled.LEASE_LOST) {
      return leaseLost(attempt, error);
    }
    if (why == Cancelled.DEADLINE && !(error instanceof DeadlineExceededException)) {
      DeadlineExceededException late =
          new DeadlineExceededException(task.id(), attempt.definition().deadline());
      late.addSuppressed(error);
      return byRetryPolicy(task, attempt.definition(), late);
    }
    return byRetryPolicy(task, attempt.definition(), error);
  }

  private Transition leaseLost(RunningAttempt attempt, Throwable error) {
    return HolderRules.interrupted(
        attempt.task(),
        node.settings().hintExpiry(),
        "The node interrupted this attempt, because it could not renew the lease of the task in"
            + " time. The handler then ended with: "
            + errorText(error));
  }

  /**
   * Returns the transition for each kind of outcome.
   *
   * @throws RuntimeException if the outcome can't be written
   */
  private Transition translated(Task task, Definition definition, Outcome<?> outcome) {
    if (outcome instanceof HandlerOutcome.Done<?> done) {
      return doneOrRepeat(task, definition, done);
    }
    if (outcome instanceof HandlerOutcome.Next<?>) {
      Bytes result = OutcomeNotes.result(outcome);
      requireStorable(result);
      return HolderRules.done(task, result, keepDone(definition));
    }
    if (outcome instanceof HandlerOutcome.Repeat<?> repeat) {
      requireStorable(OutcomeNotes.result(outcome));
      return repeatAt(task, repeat.next());
    }
    if (outcome instanceof HandlerOutcome.Snooze<?> snooze) {
      return repeatAt(task, snooze.until());
    }
    if (outcome instanceof HandlerOutcome.Park<?> park) {
      return HolderRules.park(task, park.until(), park.state(), park.data());
    }
    if (outcome instanceof HandlerOutcome.GoTo<?> next) {
      return HolderRules.goTo(
          task, node.settings().lease(), definition.onLost().limit(), next.state(), next.data());
    }
    if (outcome instanceof HandlerOutcome.Failed<?> failed) {
      return HolderRules.failed(task, failed.reason(), node.settings().keepFailed());
    }
    return retryAsAsked(task, definition, (HandlerOutcome.Retry<?>) outcome);
  }

  /** Returns the transition for a failure. The type's retry policy decides it. */
  private Transition byRetryPolicy(Task task, Definition definition, Throwable error) {
    String text = errorText(error);
    if (error instanceof FailTaskException) {
      return HolderRules.failed(task, text, node.settings().keepFailed());
    }
    if (error instanceof UnstorableOutcome
        || error instanceof PayloadException
        || error instanceof WorkflowChangedException) {
      return HolderRules.error(task, text);
    }
    if (definition.handler() instanceof RawHandler.OfWorkflow && isFinal(error)) {
      return retriesUsedUp(task, definition, text);
    }
    try {
      return definition
          .retryAfter(Math.max(1, task.position().attempts()), causeOf(error), random, given(task))
          .map(after -> retryAfter(task, after, text))
          .orElseGet(() -> retriesUsedUp(task, definition, text));
    } catch (RuntimeException | Error broken) {
      // The policy threw or returned an invalid delay. The attempt must end anyway.
      return HolderRules.error(task, "Its retry policy failed: " + errorText(broken) + "\n" + text);
    }
  }

  /** Returns whether every later run of the workflow would throw this error again. */
  private static boolean isFinal(Throwable error) {
    return error instanceof StepFailedException || error instanceof TaskNotDoneException;
  }

  /**
   * Returns the error to pass to the retry policy. If the database refused the commit, this is the
   * cause, for example a constraint that the handler's writes violate.
   */
  private static Throwable causeOf(Throwable error) {
    Throwable cause = error instanceof CommitRefusedException ? error.getCause() : null;
    return cause == null ? error : cause;
  }

  /**
   * Returns the transition of a task without attempts left. If the effect of an attempt is in
   * doubt, the task stops in ERROR, because an operator must decide.
   */
  private Transition retriesUsedUp(Task task, Definition definition, String text) {
    boolean inDoubt = task.position().lastOutcome() == LastOutcome.IN_DOUBT;
    return definition.isFailedWhenExhausted() && !inDoubt
        ? HolderRules.failed(task, text, node.settings().keepFailed())
        : HolderRules.error(task, text);
  }

  /**
   * Returns the transition to a state that has no free slot on this node. The task becomes READY,
   * and any node may claim it.
   */
  private Transition nextStateLater(Task task, HandlerOutcome.GoTo<?> next) {
    return HolderRules.goToLater(task, node.settings().hintExpiry(), next.state(), next.data());
  }

  private Transition doneOrRepeat(Task task, Definition definition, HandlerOutcome.Done<?> done) {
    Bytes result = OutcomeNotes.result(done);
    requireStorable(result);
    boolean ends = done.forget() || !definition.isRepeating();
    Optional<Duration> again = ends ? Optional.empty() : repeatAfter(task, definition, result);
    if (again.isPresent()) {
      return repeatAt(task, When.in(again.get()));
    }
    return HolderRules.done(task, result, done.forget() ? Duration.ZERO : keepDone(definition));
  }

  private Optional<Duration> repeatAfter(Task task, Definition definition, @Nullable Bytes result) {
    int attempt = Math.max(1, task.position().attempts());
    return definition.repeatAfter(attempt, result, given(task));
  }

  private GivenTask given(Task task) {
    return new GivenTask(
        task.spec().payload(), task.spec().context(), task.spec().traits(), node.clock().now());
  }

  private static void requireStorable(@Nullable Bytes result) {
    if (result != null && result.length() > TaskSpec.MAX_PAYLOAD_BYTES) {
      throw new UnstorableOutcome(
          "Its result has "
              + result.length()
              + " bytes; at most "
              + TaskSpec.MAX_PAYLOAD_BYTES
              + " are stored. Keep it elsewhere and return a reference");
    }
  }

  private static Transition repeatAt(Task task, When next) {
    return HolderRules.park(task, next, task.position().state(), task.position().data());
  }

  /** Returns the transition for a retry outcome, if the policy allows another attempt. */
  private Transition retryAsAsked(Task task, Definition definition, HandlerOutcome.Retry<?> retry) {
    RetryAsked asked = new RetryAsked(retry);
    Duration delay = retry.delay();
    if (delay == null || definition.retry().isLast(task.position().attempts())) {
      return byRetryPolicy(task, definition, asked);
    }
    return retryAfter(task, delay, errorText(asked));
  }

  private Transition retryAfter(Task task, Duration delay, String error) {
    return delay.isZero()
        ? HolderRules.retryNow(task, node.settings().hintExpiry(), error)
        : HolderRules.retry(task, delay, error);
  }

  private Duration keepDone(Definition definition) {
    Duration own = definition.keepDone();
    return own == null ? node.settings().keepDone() : own;
  }

  private static String errorText(Throwable error) {
    boolean isOnlyAReason = error instanceof FailTaskException && error.getCause() == null;
    if (isOnlyAReason || error instanceof RetryAsked || error instanceof UnstorableOutcome) {
      return String.valueOf(error.getMessage());
    }
    try {
      StringWriter text = new StringWriter();
      error.printStackTrace(new PrintWriter(text));
      return text.getBuffer().substring(0, Math.min(LONGEST_ERROR, text.getBuffer().length()));
    } catch (RuntimeException | Error broken) {
      return Texts.said(error);
    }
  }

  /**
   * Thrown for an outcome that no store accepts. The task stops in ERROR, because another attempt
   * would probably return the same outcome.
   */
  static final class UnstorableOutcome extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnstorableOutcome(String reason) {
      super(reason, null, false, false);
    }
  }

  /**
   * The error that is passed to the retry policy if a handler returned a retry instead of throwing.
   * It also rolls back the work of a transactional handler.
   */
  static final class RetryAsked extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient HandlerOutcome.Retry<?> outcome;

    RetryAsked(HandlerOutcome.Retry<?> outcome) {
      super(outcome.reason(), null, false, false);
      this.outcome = outcome;
    }

    HandlerOutcome.Retry<?> outcome() {
      return outcome;
    }
  }
}
