package dev.baton.engine.attempt;

import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.api.internal.RequestFields;
import dev.baton.cluster.LogNames;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.complete.Completion;
import dev.baton.handler.Outcome;
import dev.baton.spi.Capability;
import dev.baton.spi.NoteStore;
import dev.baton.spi.RunNotes;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.core.TaskWriter;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Rule;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What belongs into the transaction of an attempt's end besides its transition. */
final class OutcomeTransaction {
  private final @Nullable TransactionalNoteStore notes;
  private final @Nullable NoteStore plainNotes;
  private final TaskWriter writer;
  private final LogNames names;
  private final Supplier<TaskAdder> tasks;

  /** The types whose attempts have asked for steps on this node. */
  private final Set<String> withSteps = ConcurrentHashMap.newKeySet();

  /**
   * @param tasks where the next task of a chain is added
   */
  OutcomeTransaction(NodeContext node, Supplier<TaskAdder> tasks) {
    this.notes = node.stores().transactionalNotes();
    this.plainNotes = node.stores().notes();
    this.writer = node.writer();
    this.names = node.logNames();
    this.tasks = tasks;
  }

  /** Remembers the type of an attempt that has asked for steps. To be told of each end first. */
  void ends(RunningAttempt attempt) {
    if (attempt.hasSteps()) {
      withSteps.add(attempt.type());
    }
  }

  /** Whether there is anything. */
  boolean isNeeded(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    return attempt.awaitsSignal()
        || addsNext(transition, outcome)
        || forgetsSteps(attempt, transition, outcome)
        || keepsRun(attempt, transition, outcome);
  }

  private static boolean keepsRun(
      RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    boolean repeats = transition.change() instanceof Change.Move && transition.error() == null;
    if (outcome instanceof Outcome.Repeat<?> || outcome instanceof Outcome.Done<?>) {
      return repeats
          && (OutcomeTransitions.result(outcome) != null || attempt.definition().keptRuns() > 0);
    }
    return false;
  }

  private static boolean addsNext(Transition transition, Outcome<?> outcome) {
    return outcome instanceof Outcome.Next<?> && transition.rule() == Rule.FINISH;
  }

  private boolean forgetsSteps(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    return (attempt.hasSteps() || mayRepeatWithSteps(attempt, transition))
        && StepRecorder.endWith(transition, outcome);
  }

  /**
   * The next run must not see what an attempt before this one remembered, though this one had no
   * steps. A type that has none doesn't come here unless an attempt went wrong.
   */
  private boolean mayRepeatWithSteps(RunningAttempt attempt, Transition transition) {
    return plainNotes != null
        && transition.change() instanceof Change.Move
        && (attempt.mayFollowSteps() || withSteps.contains(attempt.type()));
  }

  /** What it is. */
  Completion.AttachedWrite of(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    return new Completion.AttachedWrite() {
      @Override
      public void write(Transaction transaction) {
        OutcomeTransaction.this.write(attempt, transaction, transition, outcome);
      }

      @Override
      public Verdict writeAlone(Transition written) {
        return OutcomeTransaction.this.writeAlone(attempt, written, outcome);
      }
    };
  }

  private RunNotes runNotes(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    boolean forgets = forgetsSteps(attempt, transition, outcome);
    return keepsRun(attempt, transition, outcome)
        ? new RunNotes(
            attempt.task(),
            forgets,
            OutcomeTransitions.result(outcome),
            attempt.definition().keptRuns())
        : new RunNotes(attempt.task(), forgets, null, 0);
  }

  /** In the transaction that has written the transition. */
  void write(
      RunningAttempt attempt, Transaction transaction, Transition transition, Outcome<?> outcome) {
    ends(attempt);
    SignalWaits waits = attempt.waits();
    if (waits != null && waits.pending()) {
      Transition instead = waits.note(transaction);
      if (instead != null) {
        throw new Completion.ReplacedException(instead);
      }
      return;
    }
    if (outcome instanceof Outcome.Next<?> next && addsNext(transition, outcome)) {
      addNext(attempt, transaction, next.next());
    }
    if (notes == null) {
      return;
    }
    RunNotes run = runNotes(attempt, transition, outcome);
    if (waits != null && run.forgetsSteps()) {
      waits.forget(transaction, transition.change() instanceof Change.Finish);
    }
    notes.settle(transaction, run);
  }

  /** With the transition, in one step. */
  private Verdict writeAlone(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    SignalWaits waits = attempt.waits();
    if (waits != null && waits.pending()) {
      return waits.park(transition);
    }
    boolean addsNext = outcome instanceof Outcome.Next<?> && addsNext(transition, outcome);
    if (addsNext) {
      addNextAlone(attempt, ((Outcome.Next<?>) outcome).next());
    }
    if (plainNotes == null && addsNext) {
      return writer.tryApply(List.of(transition)).get(0);
    }
    if (plainNotes == null) {
      throw refused(
          Capability.NOTES.missing(
              "An outcome that keeps a run's result", "Let the handler keep it"));
    }
    RunNotes run = runNotes(attempt, transition, outcome);
    return plainNotes.tryApply(
        transition,
        waits != null && run.forgetsSteps()
            ? run.reading(waits.read(transition.change() instanceof Change.Finish))
            : run);
  }

  /** Before the end: if a crash comes in between, the handler runs again and meets its own task. */
  private void addNextAlone(RunningAttempt attempt, TaskRequest<?, ?> next) {
    if (RequestFields.withoutPayload(next).id() == null) {
      throw refused(
          Capability.TRANSACTIONS.missing(
              "An outcome that adds a task without an id of its own",
              "Give it one that follows from this task"));
    }
    add(attempt, () -> tasks.get().add(next));
  }

  private static RequestRefusedException refused(ConfigurationException missing) {
    return new RequestRefusedException(String.valueOf(missing.getMessage()), missing);
  }

  private void addNext(RunningAttempt attempt, Transaction transaction, TaskRequest<?, ?> next) {
    add(attempt, () -> tasks.get().add(transaction, next));
  }

  private void add(RunningAttempt attempt, Runnable adding) {
    try (TaskScope scope = TaskScope.open(attempt.task(), names)) {
      adding.run();
    } catch (RequestRefusedException refused) {
      throw new RequestRefusedException(
          "The next task can't be added: " + refused.getMessage(), refused.getCause());
    } catch (StoreException broken) {
      throw broken;
    } catch (RuntimeException | Error refused) {
      // A broken decorator too: tried again for ever, it would keep all other outcomes waiting.
      throw new RequestRefusedException("The next task can't be added: " + refused, refused);
    }
  }
}
