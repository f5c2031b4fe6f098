package dev.baton.engine.operate;

import dev.baton.api.Signals;
import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.signal.AwaitsSignals;
import dev.baton.api.signal.Signal;
import dev.baton.api.signal.SignalDecision;
import dev.baton.api.signal.SignalResult;
import dev.baton.engine.attempt.NoteName;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.spi.Capability;
import dev.baton.spi.NoteStore;
import dev.baton.spi.SignalStore;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Position;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.Transition;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Signals tasks, and calls them off: locks the row, asks the signal, writes what the rule says, and
 * tells those who must know once the transaction has committed. Thread-safe.
 *
 * <p>The row is locked first because a checkpoint keeps the version: a compare-and-set on what was
 * read without the lock could undo one.
 */
public final class SignalService implements Signals {
  /** Reads of a task that is neither live nor finished: it may be run again between the two. */
  private static final int LOOKS = 3;

  private final NodeContext node;
  private final @Nullable SignalStore store;
  private final AfterEffects afterEffects;

  public SignalService(NodeContext node, @Nullable SignalStore store, HeldTasks held, Hints hints) {
    this.node = node;
    this.store = store;
    this.afterEffects = new AfterEffects(node, held, hints);
  }

  @Override
  public SignalResult signal(UUID taskId, Signal signal) {
    return here((transaction, alone) -> signal(transaction, taskId, signal, alone));
  }

  @Override
  public SignalResult signal(Transaction transaction, UUID taskId, Signal signal) {
    return signal(transaction, taskId, signal, false);
  }

  @Override
  public Delivery signalBytes(UUID taskId, String name, Bytes value) {
    requireSendable(name, value);
    return here((transaction, alone) -> deliver(transaction, taskId, name, value, alone));
  }

  @Override
  public Delivery signalBytes(Transaction transaction, UUID taskId, String name, Bytes value) {
    requireSendable(name, value);
    return deliver(transaction, taskId, name, value, false);
  }

  private static void requireSendable(String name, Bytes value) {
    NoteName.requireSignal(name);
    if (value.length() > AwaitsSignals.MAX_SIGNAL_BYTES) {
      throw new IllegalArgumentException(
          "The value of signal "
              + name
              + " has "
              + value.length()
              + " bytes; at most "
              + AwaitsSignals.MAX_SIGNAL_BYTES
              + " are kept. Keep it elsewhere and send a reference");
    }
  }

  private Delivery deliver(
      Transaction transaction, UUID taskId, String name, Bytes value, boolean alone) {
    NoteStore notes = node.stores().notes();
    if (notes == null) {
      throw Capability.NOTES.missing("A signal by name", "Send one that changes the task's state");
    }
    Standing standing = standing(transaction, taskId);
    Task live = standing.live;
    if (live == null) {
      return standing.finished == null ? Delivery.NOT_FOUND : Delivery.ALREADY_FINISHED;
    }
    Mailbox box = Mailbox.of(notes.signalNotes(transaction, taskId));
    if (box.kept() >= AwaitsSignals.MAX_SIGNALS) {
      return Delivery.TOO_MANY;
    }
    notes.keepSignalNote(transaction, taskId, box.next(name, value));
    if (!SignalRules.mayAwait(live) || !box.awaits(name)) {
      return Delivery.KEPT;
    }
    Position p = live.position();
    write(
        transaction,
        live,
        SignalRules.goTo(live, node.settings().hintExpiry(), p.state(), p.data()),
        alone);
    return Delivery.AWAITED;
  }

  @Override
  public Cancellation cancel(UUID taskId, String reason) {
    return here((transaction, alone) -> cancel(transaction, taskId, reason, alone));
  }

  @Override
  public Cancellation cancel(Transaction transaction, UUID taskId, String reason) {
    return cancel(transaction, taskId, reason, false);
  }

  /** Work in a transaction; alone when nothing else is in it. */
  private interface Work<T> {
    T in(Transaction transaction, boolean alone);
  }

  private <T> T here(Work<T> work) {
    required();
    Optional<Transaction> current = node.transactions().current();
    if (current.isPresent()) {
      return work.in(current.get(), false);
    }
    try {
      return node.transactions().call(transaction -> work.in(transaction, true));
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception undeclared) {
      throw new StoreUnavailableException("The task could not be changed", undeclared);
    }
  }

  private SignalResult signal(Transaction transaction, UUID taskId, Signal signal, boolean alone) {
    Standing standing = standing(transaction, taskId);
    if (standing.live != null) {
      return react(transaction, standing.live, signal, alone);
    }
    return standing.finished == null
        ? new SignalResult.NotFound()
        : new SignalResult.AlreadyFinished(standing.finished);
  }

  private Cancellation cancel(Transaction transaction, UUID taskId, String reason, boolean alone) {
    Objects.requireNonNull(reason, "reason");
    Standing standing = standing(transaction, taskId);
    Task live = standing.live;
    if (live == null) {
      return standing.finished == null ? Cancellation.NOT_FOUND : Cancellation.ALREADY_FINISHED;
    }
    write(
        transaction, live, OperatorRules.cancel(live, reason, node.settings().keepFailed()), alone);
    return live.position().status() == Status.RUNNING
        ? Cancellation.CANCELLED_RUNNING
        : Cancellation.CANCELLED;
  }

  /** A task that is live, and then locked, or finished, or neither. */
  private record Standing(@Nullable Task live, @Nullable FinishedTask finished) {}

  private Standing standing(Transaction transaction, UUID taskId) {
    for (int look = 0; look < LOOKS; look++) {
      Optional<Task> live = required().lock(transaction, taskId);
      if (live.isPresent()) {
        return new Standing(live.get(), null);
      }
      Optional<FinishedTask> finished = node.lookups().findFinished(taskId);
      if (finished.isPresent()) {
        return new Standing(null, finished.get());
      }
    }
    return new Standing(null, null);
  }

  private SignalResult react(Transaction transaction, Task task, Signal signal, boolean alone) {
    SignalDecision decision = signal.of(task);
    if (decision instanceof SignalDecision.NotWanted) {
      return new SignalResult.NotWanted();
    }
    Transition transition = transition(task, decision);
    write(transaction, task, transition, alone);
    return new SignalResult.Applied(transition.rule() == Rule.SIGNAL_RUNNING);
  }

  private void write(Transaction transaction, Task task, Transition transition, boolean alone) {
    if (!node.transactional("A signal or a cancellation").apply(transaction, transition)) {
      throw new IllegalStateException(
          "Task " + task.id() + " has changed though this transaction has it locked");
    }
    transaction.onEnd(end -> ended(end, alone && transaction.isExclusive(), task, transition));
  }

  private Transition transition(Task task, SignalDecision decision) {
    if (decision instanceof SignalDecision.Park park) {
      return SignalRules.park(task, park.until(), park.state(), park.data());
    }
    SignalDecision.GoTo next = (SignalDecision.GoTo) decision;
    return SignalRules.goTo(task, node.settings().hintExpiry(), next.state(), next.data());
  }

  private void ended(Transaction.End end, boolean surelyThere, Task before, Transition transition) {
    if (end == Transaction.End.ROLLED_BACK) {
      return;
    }
    // In doubt, or where the caller's code may have undone it, the holder may hold it still.
    if (end == Transaction.End.COMMITTED && surelyThere) {
      afterEffects.tellHolder(before);
      afterEffects.told(before.id(), before.spec().flow(), transition.rule());
    }
    // Given in any case: a hint of what isn't so does nothing.
    afterEffects.hint(before, transition);
  }

  private SignalStore required() {
    if (store == null) {
      throw Capability.SIGNALS.missing(
          "A signal or a cancellation", "Let the task repeat and look for itself");
    }
    return store;
  }
}
