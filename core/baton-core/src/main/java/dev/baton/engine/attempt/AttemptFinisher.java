package dev.baton.engine.attempt;

import dev.baton.engine.base.Hints;
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
import dev.baton.task.internal.Task;
import dev.baton.task.internal.Texts;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows a handler: its outcome becomes a transition, is written, and is told of. */
final class AttemptFinisher {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptFinisher.class);

  /** Of an attempt that ends without an outcome of its handler. */
  static final Outcome<?> NO_OUTCOME = Outcome.retry("none");

  private static final Duration WHEN_NO_TRANSACTION = Duration.ofSeconds(1);

  private final NodeContext node;
  private final OutcomeTransitions transitions;
  private final OutcomeTransaction attached;
  private final Completer completer;
  private final Hints hints;
  private final Consumer<RunningAttempt> goOn;

  /**
   * @param goOn starts the next leg of a task that goes on to another state
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

  /** The handler answered. Only the first to end an attempt is heard. */
  void answered(RunningAttempt attempt, Outcome<?> outcome) {
    end(attempt, () -> transitions.ofAnswer(attempt, outcome), outcome);
  }

  /** The handler threw. Only the first to end an attempt is heard. */
  void threw(RunningAttempt attempt, Throwable error) {
    end(attempt, () -> transitions.ofFailure(attempt, error), NO_OUTCOME);
  }

  /** The reconciler could not find out what became of the effect. */
  void unanswered(RunningAttempt attempt, Throwable error) {
    end(attempt, () -> transitions.ofNoAnswer(attempt, error), NO_OUTCOME);
  }

  /** The reconciler answered that what became of the effect can't be found out. */
  void unknown(RunningAttempt attempt, String reason) {
    end(attempt, () -> transitions.ofUnknown(attempt, reason), NO_OUTCOME);
  }

  /** The handler's own transaction has written the transition. */
  void writtenByHandler(RunningAttempt attempt, Transition transition) {
    freeUnlessGoingOn(attempt, transition);
    tell(attempt, transition, Completion.Result.APPLIED);
  }

  /** The fence was lost inside the handler's own transaction, which was rolled back. */
  void lost(RunningAttempt attempt, Transition transition) {
    attempt.freeSlots();
    tell(attempt, transition, Completion.Result.LOST);
  }

  /** The answer to the handler's own commit was lost: the failure counts unless it was applied. */
  void commitUnknown(RunningAttempt attempt, Transition maybeApplied, Throwable error) {
    freeUnlessGoingOn(attempt, maybeApplied);
    Transition failed = transitions.ofFailure(attempt, error);
    completer.put(
        Completion.unless(
            maybeApplied,
            attempt.task(),
            failed,
            (written, result) -> tellDoubted(attempt, maybeApplied, written, result)));
  }

  /** No thread, or no transaction: the handler never started, so no attempt is used up. */
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
   * Ends the attempt, whatever fails on the way. One whose end can't even be decided, as where the
   * heap is full, is left to its lease: the task then counts as lost.
   */
  private void end(RunningAttempt attempt, Supplier<Transition> decided, Outcome<?> outcome) {
    try {
      if (attempt.end()) {
        write(attempt, decided.get(), outcome);
      }
    } catch (Throwable undecided) {
      attempt.holding().abandon(attempt);
      reportAbandoned(attempt, undecided);
    }
  }

  private static void reportAbandoned(RunningAttempt attempt, Throwable why) {
    try {
      LOG.error(
          "The end of an attempt of task {} could not be written: Baton lets its lease lapse, and"
              + " the task then counts as lost",
          attempt.taskId(),
          Texts.harmless(why));
    } catch (Throwable unreported) {
      // The log, or the heap, is the reason.
    }
  }

  /** Writes a transition of an attempt that has been ended. */
  void write(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    BiConsumer<Transition, Completion.Result> told =
        (written, result) -> tell(attempt, written, result);
    attached.ends(attempt);
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

  /** Whether anything may wait for the writing: what is to run again, a result, a permit. */
  private static boolean isAwaited(
      RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    boolean plainEnd =
        outcome instanceof HandlerOutcome.Done<?> done
            && done.result() == null
            && transition.rule() == Rule.FINISH;
    return !plainEnd || !LimitPolicies.isLocal(attempt.definition().limitPolicy());
  }

  /**
   * Gives back a task whose handler was never started: no end of an attempt is told.
   *
   * @param told run once that is durable
   */
  void giveBack(Task never, LeasedTask holding, Transition back, Runnable told) {
    completer.put(
        Completion.of(
            never,
            back,
            (written, result) -> {
              if (result == Completion.Result.LOST) {
                lost(never, holding, written);
                return;
              }
              holding.leave();
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
      RunningAttempt attempt, Transition before, Transition now, Completion.Result result) {
    if (result == Completion.Result.APPLIED_BEFORE) {
      tell(attempt, before, Completion.Result.APPLIED);
    } else {
      tell(attempt, now, result);
    }
  }

  private void tell(RunningAttempt attempt, Transition transition, Completion.Result result) {
    boolean isTold = false;
    try {
      tellAll(attempt, transition, result);
      isTold = true;
    } finally {
      if (!isTold) {
        attempt.holding().abandon(attempt);
      }
    }
  }

  private void tellAll(RunningAttempt attempt, Transition transition, Completion.Result result) {
    Task task = attempt.task();
    if (result == Completion.Result.LOST) {
      attempt.freeSlots();
      lost(task, attempt.holding(), transition);
      return;
    }
    boolean goesOn = transition.rule() == Rule.NEXT_STATE;
    if (!goesOn) {
      attempt.freeSlots();
      attempt.holding().leave();
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
      Task next = OutcomeTransitions.moved(task, transition, node.clock().now());
      attempt.movedTo(next);
      attempt.slots().goneOn();
      // The same write gave the row a new lease: renewals may never meet a chain of short legs.
      long leaseNanos = node.settings().lease().toNanos();
      attempt.holding().goesOn(next.position().version(), attempt.endedNanos() + leaseNanos);
      goOn.accept(attempt);
    }
    hintIfReady(task, transition);
  }

  /** A task that was released may be claimed at once. */
  private void hintIfReady(Task task, Transition written) {
    if (written.change().to() == Status.READY) {
      Task ready = OutcomeTransitions.moved(task, written, node.clock().now());
      hints.announce(List.of(ready.candidate()));
    }
  }

  /** The transition's guard didn't hold: another node may have the task. */
  private void lost(Task task, LeasedTask holding, Transition transition) {
    holding.leave();
    node.taskLog()
        .about(
            task,
            () ->
                LOG.warn(
                    "Another node, an operator or a signal took task {} of type {} from this node"
                        + " before its attempt ended ({}): this node wrote nothing, its outcome is"
                        + " ignored",
                    task.id(),
                    Texts.line(task.spec().type()),
                    transition.rule().label()));
    node.events()
        .emit(new NodeEvent.LeaseLost(task.id(), task.spec().flow(), transition.rule().label()));
  }
}
