package dev.baton.engine.attempt.note;

import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.complete.Completion;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.spi.Capability;
import dev.baton.spi.NoteStore;
import dev.baton.spi.RunNotes;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the changes of a task's notes at the end of an attempt: outcome → transition. It stores
 * results and waits and deletes steps, together with the transition. Thread-safe.
 */
public final class OutcomeNotes {
  private static final String WHAT = "A workflow that waits for its children";

  private final NodeContext node;
  private final @Nullable TransactionalNoteStore transactionalNotes;
  private final @Nullable NoteStore notes;

  /** Types whose attempts have used steps on this node. */
  private final Set<String> withSteps = ConcurrentHashMap.newKeySet();

  public OutcomeNotes(NodeContext node) {
    this.node = node;
    this.transactionalNotes = node.stores().transactionalNotes();
    this.notes = node.stores().notes();
  }

  /** Returns whether the store keeps notes. */
  public boolean hasStore() {
    return notes != null;
  }

  /** Remembers the type of an attempt if it has used steps. Call this before the other methods. */
  public void ends(NotedAttempt attempt) {
    if (attempt.notes().hasSteps()) {
      withSteps.add(attempt.task().spec().type());
    }
  }

  /** Returns whether the end of the attempt must write or delete any notes. */
  public boolean isNeeded(NotedAttempt attempt, Transition transition, Outcome<?> outcome) {
    return isSignalAwaited(attempt)
        || !children(attempt).ids().isEmpty()
        || forgetsSteps(attempt, transition, outcome)
        || keepsRun(attempt, transition, outcome);
  }

  private static boolean isSignalAwaited(NotedAttempt attempt) {
    SignalWaits waits = attempt.notes().waits();
    return waits != null && waits.pending();
  }

  private static WorkflowRun.Children children(NotedAttempt attempt) {
    WorkflowRun run = attempt.notes().workflow();
    return run == null ? WorkflowRun.Children.NONE : run.children();
  }

  /** Returns the children to add in the transaction that parks their parent. */
  public List<TaskRequest<?, ?>> addedChildren(NotedAttempt attempt) {
    return children(attempt).added();
  }

  private static boolean keepsRun(NotedAttempt attempt, Transition transition, Outcome<?> outcome) {
    boolean repeats = transition.change() instanceof Change.Move && transition.error() == null;
    if (outcome instanceof HandlerOutcome.Repeat<?> || outcome instanceof HandlerOutcome.Done<?>) {
      return repeats && (result(outcome) != null || attempt.definition().keptRuns() > 0);
    }
    return false;
  }

  private boolean forgetsSteps(NotedAttempt attempt, Transition transition, Outcome<?> outcome) {
    return (attempt.notes().hasSteps() || mayRepeatWithSteps(attempt, transition))
        && StepRecorder.endWith(transition, outcome)
        && !keepsSteps(attempt, transition);
  }

  /**
   * Returns whether the steps of a workflow stay with its finished row, so that it can run again
   * from one of them. Without its payload the task can't run again, and the steps may be as secret
   * as the payload, so they aren't kept.
   */
  private static boolean keepsSteps(NotedAttempt attempt, Transition transition) {
    return attempt.notes().workflow() != null
        && transition.change() instanceof Change.Finish finish
        && !finish.keep().isZero()
        && !attempt.task().spec().traits().clearsPayload();
  }

  /**
   * Returns whether an earlier attempt may have stored steps, although this attempt used none. The
   * next run of the task must not see those steps. For a type without steps, this is true only
   * after a failed attempt.
   */
  private boolean mayRepeatWithSteps(NotedAttempt attempt, Transition transition) {
    return notes != null
        && transition.change() instanceof Change.Move
        && (attempt.notes().mayFollowSteps() || withSteps.contains(attempt.task().spec().type()));
  }

  private RunNotes runNotes(NotedAttempt attempt, Transition transition, Outcome<?> outcome) {
    boolean forgets = forgetsSteps(attempt, transition, outcome);
    return keepsRun(attempt, transition, outcome)
        ? new RunNotes(attempt.task(), forgets, result(outcome), attempt.definition().keptRuns())
        : new RunNotes(attempt.task(), forgets, null, 0);
  }

  /**
   * Writes the notes in the transaction that has written the transition.
   *
   * @throws Completion.ReplacedException if the awaited signal has come in the meantime, or all
   *     children have ended
   */
  public void write(
      NotedAttempt attempt, Transaction transaction, Transition transition, Outcome<?> outcome) {
    ends(attempt);
    SignalWaits waits = attempt.notes().waits();
    if (waits != null && waits.pending()) {
      Transition instead = waits.note(transaction);
      if (instead != null) {
        throw new Completion.ReplacedException(instead);
      }
      return;
    }
    WorkflowRun run = attempt.notes().workflow();
    if (run != null && run.isParked()) {
      if (!node.transactional(WHAT).waitForEnds(transaction, attempt.taskId(), run.waits())) {
        throw new Completion.ReplacedException(run.woken());
      }
      return;
    }
    if (transactionalNotes == null) {
      return;
    }
    RunNotes notes = runNotes(attempt, transition, outcome);
    if (waits != null && notes.forgetsSteps()) {
      waits.forget(transaction, transition.change() instanceof Change.Finish);
    }
    transactionalNotes.settle(transaction, notes);
  }

  /**
   * Writes the notes and the transition in one step, on a store without transactions.
   *
   * @throws Completion.ReplacedException if the awaited signal has come in the meantime
   */
  public Verdict writeAlone(NotedAttempt attempt, Transition transition, Outcome<?> outcome) {
    SignalWaits waits = attempt.notes().waits();
    if (waits != null && waits.pending()) {
      return waits.park(transition);
    }
    if (notes == null) {
      ConfigurationException missing =
          Capability.NOTES.missing(
              "An outcome that keeps a run's result", "Let the handler keep it");
      throw new RequestRefusedException(String.valueOf(missing.getMessage()), missing);
    }
    RunNotes run = runNotes(attempt, transition, outcome);
    return notes.tryApply(
        transition,
        waits != null && run.forgetsSteps()
            ? run.reading(waits.read(transition.change() instanceof Change.Finish))
            : run);
  }

  /**
   * Returns the result of an outcome as bytes; null if it has none.
   *
   * @throws IllegalStateException if the result is not of type {@code Bytes}
   */
  public static @Nullable Bytes result(Outcome<?> outcome) {
    Object result = null;
    if (outcome instanceof HandlerOutcome.Done<?> done) {
      result = done.result();
    } else if (outcome instanceof HandlerOutcome.Repeat<?> repeat) {
      result = repeat.result();
    } else if (outcome instanceof HandlerOutcome.Next<?> next) {
      result = next.result();
    }
    if (result != null && !(result instanceof Bytes)) {
      throw new IllegalStateException(
          "An interceptor returned an outcome with a result of "
              + result.getClass()
              + ". Return what proceed() returned, or a result of type Bytes");
    }
    return (Bytes) result;
  }
}
