package dev.baton.engine.operate;

import dev.baton.api.SignalType;
import dev.baton.api.Transaction;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.StoredSignal;
import dev.baton.engine.attempt.note.NoteName;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.Leases;
import dev.baton.handler.AwaitsSignals;
import dev.baton.handler.MoveDecision;
import dev.baton.handler.MoveResult;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.handler.internal.Signal;
import dev.baton.operate.internal.OwnTransactions;
import dev.baton.spi.Capability;
import dev.baton.spi.SignalStore;
import dev.baton.spi.Stores;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.spi.mail.MailboxStore.Mail;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.Transition;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends signals to tasks and cancels them. It reads the task, calls the signal's function, and
 * writes the transition that follows from the decision. Thread-safe.
 */
public final class SignalService implements RowSignals {
  private static final String WHAT = "A signal or a cancellation";

  /**
   * Maximum number of reads if a task is neither live nor finished. It may have been run again
   * between two reads.
   */
  private static final int LOOKS = 3;

  /**
   * Maximum number of tries if other changes come first. If the row is locked, the first try
   * succeeds.
   */
  private static final int MAX_TRIES = 100;

  private final NodeContext node;
  private final @Nullable SignalStore store;
  private final AfterEffects afterEffects;

  public SignalService(NodeContext node, @Nullable SignalStore store, Leases leases, Hints hints) {
    this.node = node;
    this.store = store;
    this.afterEffects = new AfterEffects(node, leases, hints);
  }

  @Override
  public MoveResult signal(UUID taskId, Signal signal) {
    return here(access -> signal(access, taskId, signal));
  }

  @Override
  public MoveResult signal(Transaction transaction, UUID taskId, Signal signal) {
    return signal(in(transaction, false), taskId, signal);
  }

  @Override
  public <T> Delivery signal(UUID taskId, SignalType<T> signal, T value) {
    Bytes stored = sendable(signal, value);
    required();
    requireNames();
    return here(access -> deliver(access, taskId, signal.name(), stored));
  }

  @Override
  public <T> Delivery signal(Transaction transaction, UUID taskId, SignalType<T> signal, T value) {
    Bytes stored = sendable(signal, value);
    return deliver(in(transaction, false), taskId, signal.name(), stored);
  }

  @Override
  public Supplier<PayloadCodec> codec() {
    return node.codec();
  }

  private <T> Bytes sendable(SignalType<T> signal, T sent) {
    String name = signal.name();
    NoteName.requireSignal(name);
    Bytes value = StoredSignal.of(signal, node.codec()).encode(sent);
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
    return value;
  }

  private void requireNames() {
    String what = "A signal by name";
    String instead = "Send one that changes the task's state";
    Stores stores = node.stores();
    if (stores.notes() == null) {
      throw Capability.NOTES.missing(what, instead);
    }
    boolean alone = stores.transactionalSignals() == null && stores.mailboxes() != null;
    if (stores.transactionalNotes() == null && !alone) {
      throw Capability.TRANSACTIONS.missing(what, instead);
    }
  }

  private Delivery deliver(SignalAccess access, UUID taskId, String name, Bytes value) {
    requireNames();
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      SignalledTask standing = standing(access, taskId);
      Task live = standing.live;
      if (live == null) {
        return standing.finished == null ? Delivery.NOT_FOUND : Delivery.ALREADY_FINISHED;
      }
      requireNoStates(live, name);
      Mail mail = access.mail(taskId);
      Mailbox box = Mailbox.of(mail.notes());
      if (box.kept() >= AwaitsSignals.MAX_SIGNALS
          || box.keptBytes() + value.length() > AwaitsSignals.MAX_ALL_SIGNALS_BYTES) {
        return Delivery.TOO_MANY;
      }
      boolean wakes = SignalRules.mayAwait(live) && box.awaits(name);
      if (access.keep(live, mail, box.next(name, value), wakes ? woken(live) : null)) {
        return wakes ? Delivery.AWAITED : Delivery.KEPT;
      }
    }
    throw changedEachTime(taskId);
  }

  /** Refuses a signal that no handler could ever await. */
  private void requireNoStates(Task live, String name) {
    Definition definition = node.definitions().find(live.spec().type());
    boolean hasStates =
        !live.position().state().isEmpty()
            || (definition != null && definition.handler() instanceof RawHandler.WithStates);
    if (hasStates) {
      throw new RequestRefusedException(
          "Task "
              + live.id()
              + " of type "
              + live.spec().type()
              + " has states, so its handler can't await the signal "
              + name
              + ". Nothing was written. To change its state, call machine.move(tasks, id, seen ->"
              + " ...) of its StateMachine");
    }
  }

  private Transition woken(Task waits) {
    Position p = waits.position();
    return SignalRules.goTo(waits, node.settings().hintExpiry(), p.state(), p.data());
  }

  @Override
  public Cancellation cancel(UUID taskId, String reason) {
    return here(access -> cancel(access, taskId, reason));
  }

  @Override
  public Cancellation cancel(Transaction transaction, UUID taskId, String reason) {
    return cancel(in(transaction, false), taskId, reason);
  }

  private SignalAccess.InTransaction in(Transaction transaction, boolean alone) {
    required();
    TransactionalSignalStore transactional = node.stores().transactionalSignals();
    if (transactional == null) {
      throw Capability.TRANSACTIONS.missing(WHAT + " in a transaction", "Send it without one");
    }
    return new SignalAccess.InTransaction(node, transactional, afterEffects, transaction, alone);
  }

  private <T> T here(Function<SignalAccess, T> work) {
    SignalStore signals = required();
    return node.stores().transactionalSignals() == null
        ? work.apply(new SignalAccess.ByItself(node, signals, afterEffects))
        : inTransaction(work::apply);
  }

  /** Runs the work in the current transaction of this thread, or in a new one. */
  private <T> T inTransaction(Function<SignalAccess.InTransaction, T> work) {
    required();
    Optional<Transaction> current = node.transactions().current();
    if (current.isPresent()) {
      return work.apply(in(current.get(), false));
    }
    try {
      return OwnTransactions.repeated(
          () -> node.transactions().call(transaction -> work.apply(in(transaction, true))));
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception undeclared) {
      throw new StoreUnavailableException("The task could not be changed", undeclared);
    }
  }

  private MoveResult signal(SignalAccess access, UUID taskId, Signal signal) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      SignalledTask standing = standing(access, taskId);
      Task live = standing.live;
      if (live == null) {
        return standing.finished == null
            ? new MoveResult.NotFound()
            : new MoveResult.AlreadyFinished(standing.finished.status());
      }
      MoveDecision decision = signal.of(live);
      if (decision instanceof RowDecision.NotWanted) {
        return new MoveResult.NotWanted();
      }
      Transition transition = transition(live, decision);
      if (access.write(live, transition)) {
        return new MoveResult.Applied(transition.rule() == Rule.SIGNAL_RUNNING);
      }
    }
    throw changedEachTime(taskId);
  }

  private Cancellation cancel(SignalAccess access, UUID taskId, String reason) {
    Objects.requireNonNull(reason, "reason");
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      SignalledTask standing = standing(access, taskId);
      Task live = standing.live;
      if (live == null) {
        return standing.finished == null ? Cancellation.NOT_FOUND : Cancellation.ALREADY_FINISHED;
      }
      if (access.write(live, OperatorRules.cancel(live, reason, node.settings().keepFailed()))) {
        return live.position().status() == Status.RUNNING
            ? Cancellation.CANCELLED_RUNNING
            : Cancellation.CANCELLED;
      }
    }
    throw changedEachTime(taskId);
  }

  private static StoreUnavailableException changedEachTime(UUID taskId) {
    return new StoreUnavailableException(
        "Task " + taskId + " kept changing while the signal was applied. Send it again");
  }

  /** The result of a read: a live task, a finished task, or none. */
  private record SignalledTask(@Nullable Task live, @Nullable FinishedTask finished) {}

  private SignalledTask standing(SignalAccess access, UUID taskId) {
    for (int look = 0; look < LOOKS; look++) {
      Optional<Task> live = access.read(taskId);
      if (live.isPresent()) {
        return new SignalledTask(live.get(), null);
      }
      Optional<FinishedTask> finished = node.lookups().findFinished(taskId);
      if (finished.isPresent()) {
        return new SignalledTask(null, finished.get());
      }
    }
    return new SignalledTask(null, null);
  }

  private Transition transition(Task task, MoveDecision decision) {
    if (decision instanceof RowDecision.Park park) {
      return SignalRules.park(task, park.until(), park.state(), park.data());
    }
    RowDecision.GoTo next = (RowDecision.GoTo) decision;
    return SignalRules.goTo(task, node.settings().hintExpiry(), next.state(), next.data());
  }

  private SignalStore required() {
    if (store == null) {
      throw Capability.SIGNALS.missing(WHAT, "Let the task repeat and poll for the event");
    }
    return store;
  }
}
