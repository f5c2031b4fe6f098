package dev.baton.engine.attempt;

import dev.baton.api.Transaction;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawHandler;
import dev.baton.task.rule.Transition;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs a transactional handler: attempt → outcome → transition in one transaction. The handler's
 * writes and the transition commit together, or not at all. Thread-safe.
 */
final class TransactionalCall {
  private final NodeContext node;
  private final HandlerCall handlers;
  private final OutcomeTransitions transitions;
  private final OutcomeTransaction attached;
  private final AttemptFinisher finisher;
  private final Predicate<RunningAttempt> startOrGiveBack;

  /**
   * @param startOrGiveBack called right before the handler; returns false if the handler must not
   *     run, after giving the task back
   */
  TransactionalCall(
      NodeContext node,
      HandlerCall handlers,
      OutcomeTransitions transitions,
      OutcomeTransaction attached,
      AttemptFinisher finisher,
      Predicate<RunningAttempt> startOrGiveBack) {
    this.node = node;
    this.handlers = handlers;
    this.transitions = transitions;
    this.attached = attached;
    this.finisher = finisher;
    this.startOrGiveBack = startOrGiveBack;
  }

  void run(RunningAttempt attempt, RawHandler.Transactional handler) throws Exception {
    HandlerTransaction state = new HandlerTransaction();
    try {
      node.transactions()
          .call(
              transaction -> {
                node.transactional("A transactional handler").requirePrimary(transaction);
                // Check this here, because the attempt may have waited for a connection.
                if (!startOrGiveBack.test(attempt)) {
                  throw new NotStartedException();
                }
                state.stage = Stage.HANDLER_BEGUN;
                Outcome<?> outcome = handled(attempt, handler, transaction, state);
                if (state.stage != Stage.HANDLER_ENDED_IT || !applied(transaction, state.sent())) {
                  throw new LeaseLostException(attempt.taskId());
                }
                attached.write(attempt, transaction, state.sent(), outcome);
                return true;
              });
    } catch (Exception | Error error) {
      rolledBack(attempt, state, error);
      return;
    }
    // Keep this outside the try block, because an error after the commit must not count as a
    // rollback.
    finisher.writtenByHandler(attempt, state.sent());
  }

  /**
   * Writes the transition. If the store refuses the transition, the task stops in ERROR instead of
   * running again.
   */
  private boolean applied(Transaction transaction, Transition transition) {
    try {
      return node.transactional("A transactional handler").apply(transaction, transition);
    } catch (RequestRefusedException refused) {
      throw new OutcomeTransitions.UnstorableOutcome(
          "Its outcome could not be stored: " + refused.getMessage());
    }
  }

  private Outcome<?> handled(
      RunningAttempt attempt,
      RawHandler.Transactional handler,
      Transaction transaction,
      HandlerTransaction state)
      throws Exception {
    try {
      Outcome<?> outcome = handlers.call(handler, attempt.handlerView(), transaction);
      if (attempt.notes().isWaiting()) {
        throw new IllegalStateException("The handler continued after a wait ended its attempt");
      }
      outcome = HandlerCall.answer(outcome);
      if (outcome instanceof HandlerOutcome.Retry<?> retry && !retry.commits()) {
        throw new OutcomeTransitions.RetryAsked(retry);
      }
      state.transition = transitions.forWritableOutcome(attempt, outcome);
      return outcome;
    } finally {
      // From here on, no interrupt may reach the thread, because it commits or rolls back.
      state.stage = attempt.end() ? Stage.HANDLER_ENDED_IT : Stage.CUT_OFF;
      Thread.interrupted();
    }
  }

  private void rolledBack(RunningAttempt attempt, HandlerTransaction state, Throwable error) {
    if (state.stage == Stage.NOT_BEGUN) {
      // Has no effect if the task was given back.
      finisher.notStarted(attempt, error);
    } else if (state.transition != null && error instanceof LeaseLostException) {
      finisher.lost(attempt, state.transition);
    } else if (state.transition != null && error instanceof CommitUnknownException) {
      finisher.commitUnknown(attempt, state.transition, error);
    } else if (state.stage == Stage.HANDLER_ENDED_IT
        && error instanceof OutcomeTransitions.RetryAsked asked) {
      finisher.write(attempt, transitions.forOutcome(attempt, asked.outcome()), asked.outcome());
    } else if (state.stage == Stage.HANDLER_ENDED_IT) {
      finisher.write(attempt, transitions.forException(attempt, error), AttemptFinisher.NO_OUTCOME);
    }
  }

  /** Thrown to roll back a transaction whose handler may not start. */
  private static final class NotStartedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotStartedException() {
      super("The handler may no longer start", null, false, false);
    }
  }

  /** The progress of a transactional attempt. */
  private enum Stage {
    NOT_BEGUN,
    HANDLER_BEGUN,
    /** The handler has returned or thrown, and this ended the attempt. */
    HANDLER_ENDED_IT,
    /** A deadline, a cancellation or a shutdown ended the attempt before the handler did. */
    CUT_OFF
  }

  /** The state of one transaction. Only the transaction's thread uses it. */
  private static final class HandlerTransaction {
    private Stage stage = Stage.NOT_BEGUN;
    private @Nullable Transition transition;

    Transition sent() {
      if (transition == null) {
        throw new IllegalStateException("The transaction committed, but its work did not run");
      }
      return transition;
    }
  }
}
