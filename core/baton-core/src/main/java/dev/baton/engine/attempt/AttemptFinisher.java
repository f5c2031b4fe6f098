package dev.baton.engine.attempt;

import dev.baton.engine.base.Hints;
import dev.baton.engine.base.LineLimit;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.complete.Completer;
import dev.baton.engine.complete.Completion;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Ends attempts: outcome → transition. It passes the transition of an outcome to the completer,
 * which writes it, and frees the slots. After the write, it emits events. If the task has moved to
 * another state, it starts the attempt for that state, called the next leg.
 */
final class AttemptFinisher {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptFinisher.class);

  /** Replaces the outcome if the handler returned none, for example because it threw. */
  static final Outcome<?> NO_OUTCOME = Outcome.retry("none");

  private static final Duration WHEN_NO_TRANSACTION = Duration.ofSeconds(1);

  private final NodeContext node;
  private final OutcomeTransitions transitions;
  private final OutcomeTransaction attached;
  private final Completer completer;
  private final Hints hints;
  private final Consumer<RunningAttempt> goOn;
  private final LineLimit lostLines = new LineLimit();

  /**
   * @param goOn starts the attempt for the next state of a task
   */
  AttemptFinisher(
      NodeContext node,
      OutcomeTransitions transitions,
      OutcomeTransaction attached,
      Completer completer,
      Hints hints,
      Consumer<RunningAttempt> goOn) {
    this.node = node;
    this.transitions = transitions;
    this.attached = attached;
    this.completer = completer;
    this.hints = hints;
    this.goOn = goOn;
  }

  /** Ends an attempt whose handler returned an outcome. Has no effect if the attempt has ended. */
  void answered(RunningAttempt attempt, Outcome<?> outcome) {
    end(attempt, () -> transitions.forOutcome(attempt, outcome), outcome);
  }

  /** Ends an attempt whose handler threw. Has no effect if the attempt has ended. */
  void threw(RunningAttempt attempt, Throwable error) {
    end(attempt, () -> transitions.forException(attempt, error), NO_OUTCOME);
  }

  /** Ends an attempt whose reconciler threw. */
  void unanswered(RunningAttempt attempt, Throwable error) {
    end(attempt, () -> transitions.forReconcilerException(attempt, error), NO_OUTCOME);
  }

  /** Ends an attempt whose reconciler reported that the effect is unknown. */
  void unknown(RunningAttempt attempt, String reason) {
    end(attempt, () -> transitions.forUnknownEffect(attempt, reason), NO_OUTCOME);
  }

  /** Finishes an attempt whose transition was written by the handler's own transaction. */
  void writtenByHandler(RunningAttempt attempt, Transition transition) {
    freeUnlessGoingOn(attempt, transition);
    tell(attempt, transition, Completion.WriteResult.APPLIED);
  }

  /** Finishes an attempt that lost its lease during its transaction, which was rolled back. */
  void lost(RunningAttempt attempt, Transition transition) {
    attempt.freeSlots();
    tell(attempt, transition, Completion.WriteResult.LOST);
  }

  /**
   * Finishes an attempt if the result of its transaction's commit is unknown. Writes the failure,
   * unless the transaction was committed.
   */
  void commitUnknown(RunningAttempt attempt, Transition maybeApplied, Throwable error) {
    freeUnlessGoingOn(attempt, maybeApplied);
    Transition failed = transitions.forException(attempt, error);
    completer.put(
        Completion.unless(
            maybeApplied,
            attempt.task(),
            failed,
            (written, result) -> tellDoubted(attempt, maybeApplied, written, result)));
  }

  /**
   * Postpones a task whose handler could not start, because there was no thread or no transaction.
   * No attempt is counted.
   */
  void notStarted(RunningAttempt attempt, Throwable why) {
    end(
        attempt,
        () ->
            HolderRules.postpone(
                attempt.task(),
                WHEN_NO_TRANSACTION,
                "The handler could not be started: " + Texts.said(why)),
        NO_OUTCOME);
  }

  /**
   * Ends the attempt even if a step fails. If no transition can be decided, for example because the
   * heap is full, the node stops renewing the lease. The task then counts as lost.
   */
  private void end(RunningAttempt attempt, Supplier<Transition> decided, Outcome<?> outcome) {
    try {
      if (attempt.end()) {
        write(attempt, decided.get(), outcome);
      }
    } catch (Throwable undecided) {
      attempt.leased().abandon(attempt);
      reportAbandoned(attempt, undecided);
    }
  }

  private static void reportAbandoned(RunningAttempt attempt, Throwable why) {
    try {
      LOG.error(
          "The end of an attempt of task {} could not be written. Baton stops renewing its lease,"
              + " and the task then counts as lost",
          attempt.taskId(),
          Texts.harmless(why));
    } catch (Throwable unreported) {
      // The log itself may have failed, or the heap is full. Nothing more can be done here.
    }
  }

  /** Writes a transition of an attempt that has ended. */
  void write(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    BiConsumer<Transition, Completion.WriteResult> told =
        (written, result) -> tell(attempt, written, result);
    attached.ends(attempt);
    attempt
        .leased()
        .carries(attempt.task().spec().payloadBytes() + transition.change().contentBytes());
    if (attached.isNeeded(attempt, transition, outcome)) {
      completer.put(
          Completion.together(
              attempt.task(), transition, attached.of(attempt, transition, outcome), told));
    } else {
      Completion plain = Completion.of(attempt.task(), transition, told);
      completer.put(isAwaited(attempt, transition, outcome) ? plain : plain.patiently());
    }
    freeUnlessGoingOn(attempt, transition);
  }

  /**
   * Returns whether something may wait for this write: another run of the task, a caller that wants
   * its result, or a task that needs its permit of a cluster limit.
   */
  private static boolean isAwaited(
      RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    boolean plainEnd =
        outcome instanceof HandlerOutcome.Done<?> done
            && done.result() == null
            && transition.rule() == Rule.FINISH;
    return !plainEnd || !LimitPolicies.isLocal(attempt.definition().limitPolicy());
  }

  /**
   * Gives back a task whose handler was never started. Emits no event for the end of an attempt.
   *
   * @param told called when the write is durable
   */
  void giveBack(Task never, LeasedTask leased, Transition back, Runnable told) {
    completer.put(
        Completion.of(
            never,
            back,
            (written, result) -> {
              if (result == Completion.WriteResult.LOST) {
                lost(never, leased, written);
                return;
              }
              leased.leave();
              told.run();
              hintIfReady(never, written);
            }));
  }

  private void freeUnlessGoingOn(RunningAttempt attempt, Transition transition) {
    if (transition.rule() != Rule.NEXT_STATE) {
      attempt.freeSlots();
    }
  }

  private void tellDoubted(
      RunningAttempt attempt, Transition before, Transition now, Completion.WriteResult result) {
    if (result == Completion.WriteResult.APPLIED_BEFORE) {
      tell(attempt, before, Completion.WriteResult.APPLIED);
    } else {
      tell(attempt, now, result);
    }
  }

  private void tell(RunningAttempt attempt, Transition transition, Completion.WriteResult result) {
    boolean isTold = false;
    try {
      tellAll(attempt, transition, result);
      isTold = true;
    } finally {
      if (!isTold) {
        attempt.leased().abandon(attempt);
      }
    }
  }

  private void tellAll(
      RunningAttempt attempt, Transition transition, Completion.WriteResult result) {
    Task task = attempt.task();
    if (result == Completion.WriteResult.LOST) {
      attempt.freeSlots();
      lost(task, attempt.leased(), transition);
      return;
    }
    boolean goesOn = transition.rule() == Rule.NEXT_STATE;
    if (!goesOn) {
      attempt.freeSlots();
      attempt.leased().leave();
    }
    Duration running = Duration.ofNanos(node.runtime().nanoTime() - attempt.startedNanos());
    node.events()
        .emit(
            new TaskEvent.Completed(
                task.id(),
                task.spec().flow(),
                transition.rule(),
                running,
                transition.error(),
                task.spec().bucket()));
    if (goesOn) {
      Task next = task.at(transition.positionAt(node.clock().now()));
      attempt.movedTo(next);
      attempt.slots().goneOn();
      // The write of the transition also renewed the lease. Otherwise a chain of many short legs
      // could lose its lease before the regular renewal.
      long leaseNanos = node.settings().lease().toNanos();
      attempt.leased().goesOn(next.position().version(), attempt.endedNanos() + leaseNanos);
      goOn.accept(attempt);
    }
    hintIfReady(task, transition);
  }

  /** Sends a hint for a task that is READY again. */
  private void hintIfReady(Task task, Transition written) {
    if (written.change().to() == Status.READY) {
      Task ready = task.at(written.positionAt(node.clock().now()));
      hints.announce(List.of(ready.candidate()));
    }
  }

  /**
   * Logs and reports that the write changed no row, because another node, an operator or a signal
   * has changed the task.
   */
  private void lost(Task task, LeasedTask leased, Transition transition) {
    leased.leave();
    node.taskLog()
        .about(
            task,
            () ->
                lostLines.log(
                    LOG,
                    Level.WARN,
                    node.runtime().nanoTime(),
                    "Another node, an operator or a signal took task {} of type {} from this node"
                        + " before its attempt ended ({}). This node wrote nothing and ignores the"
                        + " outcome",
                    task.id(),
                    Texts.line(task.spec().type()),
                    transition.rule().label()));
    node.events()
        .emit(new NodeEvent.LeaseLost(task.id(), task.spec().flow(), transition.rule().label()));
  }
}
