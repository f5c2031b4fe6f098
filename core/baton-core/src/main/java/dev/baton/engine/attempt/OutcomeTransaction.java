package dev.baton.engine.attempt;

import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.api.internal.RequestFields;
import dev.baton.cluster.LogNames;
import dev.baton.engine.attempt.note.OutcomeNotes;
import dev.baton.engine.attempt.scope.TaskScope;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.complete.Completion;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.spi.Capability;
import dev.baton.spi.core.TaskWriter;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Rule;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes the changes that must commit together with the transition that ends an attempt: the next
 * task of a chain, and the task's notes, which are its steps, signals and kept results.
 * Thread-safe.
 */
final class OutcomeTransaction {
  private static final String NEXT = "The next task";

  private final OutcomeNotes notes;
  private final TaskWriter writer;
  private final LogNames names;
  private final Supplier<TaskAdder> tasks;

  /**
   * @param tasks supplies the API that adds the next task of a chain
   */
  OutcomeTransaction(NodeContext node, Supplier<TaskAdder> tasks) {
    this.notes = new OutcomeNotes(node);
    this.writer = node.writer();
    this.names = node.settings().logNames();
    this.tasks = tasks;
  }

  /** Records the end of an attempt. Call this before the other methods. */
  void ends(RunningAttempt attempt) {
    notes.ends(attempt);
  }

  /** Returns whether anything must commit together with the transition. */
  boolean isNeeded(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    return addsNext(transition, outcome) || notes.isNeeded(attempt, transition, outcome);
  }

  private static boolean addsNext(Transition transition, Outcome<?> outcome) {
    return outcome instanceof HandlerOutcome.Next<?> && transition.rule() == Rule.FINISH;
  }

  /** Returns the write that commits together with the transition. */
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

  /** Writes these changes in the transaction that has written the transition. */
  void write(
      RunningAttempt attempt, Transaction transaction, Transition transition, Outcome<?> outcome) {
    if (outcome instanceof HandlerOutcome.Next<?> next && addsNext(transition, outcome)) {
      add(attempt, NEXT, () -> tasks.get().add(transaction, next.next()));
    }
    List<TaskRequest<?, ?>> children = notes.addedChildren(attempt);
    if (!children.isEmpty()) {
      add(attempt, "A child", () -> tasks.get().addAll(transaction, children));
    }
    notes.write(attempt, transaction, transition, outcome);
  }

  /** Writes the transition and the notes in one step, on a store without transactions. */
  private Verdict writeAlone(RunningAttempt attempt, Transition transition, Outcome<?> outcome) {
    if (outcome instanceof HandlerOutcome.Next<?> next && addsNext(transition, outcome)) {
      addNextAlone(attempt, next.next());
      if (!notes.hasStore()) {
        return writer.tryApply(List.of(transition)).get(0);
      }
    }
    return notes.writeAlone(attempt, transition, outcome);
  }

  /**
   * Adds the next task before the transition is written. After a crash between the two writes, the
   * handler runs again, and its second add finds the existing task.
   */
  private void addNextAlone(RunningAttempt attempt, TaskRequest<?, ?> next) {
    if (RequestFields.withoutPayload(next).id() == null) {
      ConfigurationException missing =
          Capability.TRANSACTIONS.missing(
              "An outcome that adds a task without its own id",
              "Set an id that is derived from this task's id");
      throw new RequestRefusedException(String.valueOf(missing.getMessage()), missing);
    }
    add(attempt, NEXT, () -> tasks.get().add(next));
  }

  private void add(RunningAttempt attempt, String what, Runnable adding) {
    try (TaskScope scope = TaskScope.open(attempt.task(), names)) {
      adding.run();
    } catch (RequestRefusedException refused) {
      throw new RequestRefusedException(
          what + " can't be added: " + refused.getMessage(), refused.getCause());
    } catch (StoreException broken) {
      throw broken;
    } catch (RuntimeException | Error refused) {
      // A decorator of the application may also fail. The store would repeat the write without end,
      // and all other outcomes would wait.
      throw new RequestRefusedException(what + " can't be added: " + refused, refused);
    }
  }
}
