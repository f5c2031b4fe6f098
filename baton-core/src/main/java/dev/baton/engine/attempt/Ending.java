package dev.baton.engine.attempt;

import dev.baton.api.DeadlineExceededException;
import dev.baton.api.OnLost;
import dev.baton.api.Outcome;
import dev.baton.api.StoreRefusedException;
import dev.baton.api.StoreUnavailableException;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskEvent;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.UnknownHereException;
import dev.baton.engine.Hints;
import dev.baton.engine.NodeContext;
import dev.baton.engine.attempt.RunningAttempt.Cancelled;
import dev.baton.engine.attempt.StateSlots.StateSlot;
import dev.baton.engine.complete.Completer;
import dev.baton.engine.complete.Completion;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.engine.lease.Holding;
import dev.baton.task.Candidate;
import dev.baton.task.Change;
import dev.baton.task.LastOutcome;
import dev.baton.task.Position;
import dev.baton.task.Rule;
import dev.baton.task.Task;
import dev.baton.task.Transition;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows a handler: its outcome becomes a transition, is written, and is told of. */
final class Ending {
  private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

  private final NodeContext node;
  private final Settlement settlement;
  private final StateSlots stateSlots;
  private final UnknownTasks unknownTasks;
  private final Completer completer;
  private final HeldTasks held;
  private final Hints hints;
  private final Supplier<TaskAdder> tasks;
  private final Consumer<RunningAttempt> goOn;

  /**
   * @param tasks where the next task of a chain is added
   * @param goOn starts the next leg of a task that goes on to another state
   */
  Ending(
      NodeContext node,
      StateSlots stateSlots,
      Completer completer,
      HeldTasks held,
      Hints hints,
      Supplier<TaskAdder> tasks,
      Consumer<RunningAttempt> goOn) {
    this.node = node;
    this.settlement = new Settlement(node.settings(), node.runtime().random());
    this.stateSlots = stateSlots;
    this.unknownTasks = new UnknownTasks(node);
    this.completer = completer;
    this.held = held;
    this.hints = hints;
    this.tasks = tasks;
    this.goOn = goOn;
  }

  /** The handler answered. Only the first to end an attempt is heard. */
  void answered(RunningAttempt attempt, Outcome outcome) {
    if (attempt.end()) {
      write(attempt, transitionOrFailure(attempt, outcome), outcome);
    }
  }

  /** The handler threw. Only the first to end an attempt is heard. */
  void threw(RunningAttempt attempt, Throwable error) {
    if (attempt.end()) {
      write(attempt, failure(attempt, error), Outcome.retry("failed"));
    }
  }

  private Transition transitionOrFailure(RunningAttempt attempt, Outcome outcome) {
    try {
      return transition(attempt, outcome);
    } catch (RuntimeException | Error impossible) {
      return failure(attempt, impossible);
    }
  }

  /** Throws when the outcome can't be written. */
  Transition transition(RunningAttempt attempt, Outcome outcome) {
    Transition transition = settlement.of(attempt.task(), attempt.definition(), outcome);
    if (outcome instanceof Outcome.Retry retry) {
      log(attempt, transition, new Settlement.RetryAsked(retry.reason()));
    }
    if (!(outcome instanceof Outcome.GoTo next)) {
      return transition;
    }
    HeldSlots slots = attempt.slots();
    Task moved = moved(attempt.task(), transition);
    StateSlot booked =
        stateSlots
            .book(moved, attempt.definition(), slots.state(), moved.position().version())
            .slot();
    if (booked == null) {
      return settlement.elsewhere(attempt.task(), next);
    }
    slots.goesOn(booked);
    return transition;
  }

  /** The reconciler could not find out what became of the effect. */
  void unanswered(RunningAttempt attempt, Throwable error) {
    if (attempt.end()) {
      Transition again =
          error instanceof UnknownHereException unknown
              ? unknownTasks.givenBack(attempt.task(), unknown)
              : settlement.unanswered(attempt.task(), attempt.definition(), error);
      write(attempt, again, Outcome.retry("not answered"));
    }
  }

  /** Nobody can find out what became of the effect. */
  void unknown(RunningAttempt attempt, String reason) {
    if (attempt.end()) {
      write(attempt, settlement.unknown(attempt.task(), reason), Outcome.retry("unknown"));
    }
  }

  Transition failure(RunningAttempt attempt, Throwable error) {
    if (error instanceof UnknownHereException unknown) {
      return unknownTasks.givenBack(attempt.task(), unknown);
    }
    Transition transition = failed(attempt, error);
    log(attempt, transition, error);
    return transition;
  }

  /** What this node leaves to others for a while. */
  UnknownTasks unknownTasks() {
    return unknownTasks;
  }

  /** By the type's own way; what is only given back has not failed. */
  private static void log(RunningAttempt attempt, Transition transition, Throwable error) {
    if (transition.error() == null || attempt.cancelled() == Cancelled.LEASE_LOST) {
      return;
    }
    try {
      boolean willRetry = transition.rule() != Rule.NEED_A_PERSON;
      attempt.definition().failureLog().failed(attempt, error, willRetry);
    } catch (RuntimeException | Error broken) {
      LOG.warn("The failure log of type {} failed itself, on {}", attempt.type(), error, broken);
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
    TaskDefinition definition = attempt.definition();
    boolean unmarked = attempt.task().position().lastOutcome() != LastOutcome.IN_DOUBT;
    return definition.onLost() == OnLost.RESUME
        || (definition.isIrreversibleWhenMarked() && unmarked);
  }

  /** A handler that was interrupted can't be taken at its word that it did nothing. */
  private static Task cutOff(RunningAttempt attempt) {
    TaskDefinition definition = attempt.definition();
    boolean asks = definition.onLost() == OnLost.ASK && !definition.isIrreversibleWhenMarked();
    Task task = attempt.task();
    return asks ? task.at(task.position().inDoubt()) : task;
  }

  /** The handler's own transaction has written the transition. */
  void writtenByHandler(RunningAttempt attempt, Transition transition) {
    freeUnlessGoingOn(attempt, transition);
    tell(attempt, transition, Completion.Result.APPLIED);
  }

  /** The fence was lost inside the handler's own transaction, which was rolled back. */
  void lost(RunningAttempt attempt, Transition transition) {
    attempt.freeSlot();
    tell(attempt, transition, Completion.Result.LOST);
  }

  /** The answer to the handler's own commit was lost: the failure counts unless it was applied. */
  void commitUnknown(RunningAttempt attempt, Transition maybeApplied, Throwable error) {
    freeUnlessGoingOn(attempt, maybeApplied);
    Transition failed = failure(attempt, error);
    completer.put(
        Completion.unless(
            maybeApplied,
            attempt.task(),
            failed,
            (written, result) -> tellDoubted(attempt, maybeApplied, written, result)));
  }

  /** Writes a transition of an attempt that has been ended. */
  void write(RunningAttempt attempt, Transition transition, Outcome outcome) {
    boolean chained = outcome instanceof Outcome.Next && transition.rule() == Rule.FINISH;
    boolean accompanied =
        chained || (attempt.hasSteps() && StepsTaken.endWith(transition, outcome));
    BiConsumer<Transition, Completion.Result> told =
        (written, result) -> tell(attempt, written, result);
    if (accompanied) {
      completer.put(
          Completion.together(
              attempt.task(),
              transition,
              transaction -> alongside(attempt, transaction, transition, outcome),
              told));
    } else {
      Completion plain = Completion.of(attempt.task(), transition, told);
      completer.put(isAwaited(attempt, transition, outcome) ? plain : plain.patiently());
    }
    freeUnlessGoingOn(attempt, transition);
  }

  /** Whether anything may wait for the writing: what is to run again, a result, a permit. */
  private static boolean isAwaited(RunningAttempt attempt, Transition transition, Outcome outcome) {
    boolean plainEnd =
        outcome instanceof Outcome.Done done
            && done.result() == null
            && transition.rule() == Rule.FINISH;
    return !plainEnd || !attempt.definition().concurrency().isLocal();
  }

  /**
   * Gives back a task whose handler was never started: no end of an attempt is told.
   *
   * @param told run once that is durable
   */
  void giveBack(Task never, Holding holding, Transition back, Runnable told) {
    completer.put(
        Completion.of(
            never,
            back,
            (written, result) -> {
              if (result == Completion.Result.LOST) {
                noLongerOurs(never, holding, written);
                return;
              }
              held.leave(holding);
              told.run();
              hintIfReady(never, written);
            }));
  }

  /** What belongs into the transaction of an attempt's end besides its transition. */
  void alongside(
      RunningAttempt attempt, Transaction transaction, Transition transition, Outcome outcome) {
    if (outcome instanceof Outcome.Next next && transition.rule() == Rule.FINISH) {
      addNext(attempt, transaction, next.next());
    }
    if (node.stores().notes() != null
        && attempt.hasSteps()
        && StepsTaken.endWith(transition, outcome)) {
      node.stores().notes().forgetSteps(transaction, attempt.taskId());
    }
  }

  private void addNext(RunningAttempt attempt, Transaction transaction, TaskRequest next) {
    try (TaskScope scope = TaskScope.open(attempt.task())) {
      tasks.get().add(transaction, next);
    } catch (StoreUnavailableException broken) {
      throw broken;
    } catch (RuntimeException | Error refused) {
      // A broken decorator too: tried again for ever, it would keep all other outcomes waiting.
      throw new StoreRefusedException("The next task can't be added: " + refused, refused);
    }
  }

  private void freeUnlessGoingOn(RunningAttempt attempt, Transition transition) {
    if (transition.rule() != Rule.GO_ON) {
      attempt.freeSlot();
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
    Task task = attempt.task();
    if (result == Completion.Result.LOST) {
      attempt.freeSlot();
      noLongerOurs(task, attempt.holding(), transition);
      return;
    }
    boolean goesOn = transition.rule() == Rule.GO_ON;
    if (!goesOn) {
      attempt.freeSlot();
      held.leave(attempt.holding());
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
      Task next = moved(task, transition);
      attempt.standsAt(next);
      attempt.slots().hasGoneOn();
      // The same write gave the row a new lease: renewals may never meet a chain of short legs.
      long leaseNanos = node.settings().lease().toNanos();
      attempt.holding().goesOn(next.position().version(), attempt.endedNanos() + leaseNanos);
      goOn.accept(attempt);
    }
    hintIfReady(task, transition);
  }

  private void noLongerOurs(Task task, Holding holding, Transition transition) {
    held.leave(holding);
    LOG.warn(
        "Task {} of type {} was no longer ours when its attempt ended ({}): nothing was written,"
            + " whoever has it now decides",
        task.id(),
        task.spec().type(),
        transition.rule().label());
    node.events()
        .emit(new TaskEvent.LeaseLost(task.id(), task.spec().flow(), transition.rule().label()));
  }

  private void hintIfReady(Task task, Transition transition) {
    if (transition.rule() == Rule.RELEASE) {
      hints.announce(List.of(Candidate.of(moved(task, transition))));
    }
  }

  /** The task after a move, its times on the guessed clock: for hints and handlers only. */
  Task moved(Task task, Transition transition) {
    Change.Move move = (Change.Move) transition.change();
    long version = task.position().version() + (move.newVersion() ? 1 : 0);
    Position position = move.placement().at(node.clock().now(), version);
    return task.at(position);
  }
}
