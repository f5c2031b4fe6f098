package dev.baton.engine.attempt.note;

import dev.baton.api.Transaction;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.Capability;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores waits in transactions that lock the task's row. */
final class WaitsInTransactions extends SignalWaits {
  private final TransactionalNoteStore notes;
  private final TransactionalSignalStore signals;

  WaitsInTransactions(NodeContext node, NotedAttempt attempt) {
    super(node, attempt);
    node.transactional(WHAT);
    TransactionalNoteStore noteStore = node.stores().transactionalNotes();
    TransactionalSignalStore signalStore = node.stores().transactionalSignals();
    if (noteStore == null) {
      throw Capability.NOTES.missing(WHAT, INSTEAD);
    }
    if (signalStore == null) {
      throw Capability.SIGNALS.missing(WHAT, INSTEAD);
    }
    this.notes = noteStore;
    this.signals = signalStore;
  }

  @Override
  Mailbox.Answer timedOut(SignalNote over) {
    try {
      return node.transactions()
          .call(
              transaction -> {
                if (signals.lock(transaction, attempt.taskId()).filter(this::isOurs).isEmpty()) {
                  throw new LeaseLostException(attempt.taskId());
                }
                Mailbox.Answer answer = read(transaction).answer(over.name(), over.number());
                if (!answer.isOpen()) {
                  return answer;
                }
                notes.keepSignalNote(transaction, attempt.taskId(), over);
                return Mailbox.Answer.OVER;
              });
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception undeclared) {
      throw new StoreUnavailableException("The end of a wait could not be stored", undeclared);
    }
  }

  private Mailbox read(Transaction transaction) {
    return Mailbox.of(notes.signalNotes(transaction, attempt.taskId()));
  }

  @Override
  @Nullable Transition note(Transaction transaction) {
    Pending wait = lasting();
    Mailbox.Answer answer = read(transaction).answer(wait.name(), wait.number());
    if (!answer.isOpen()) {
      return woken();
    }
    if (answer.until() == null) {
      notes.keepSignalNote(
          transaction,
          attempt.taskId(),
          SignalNote.waits(wait.name(), wait.number(), parkedUntil(transaction)));
    }
    return null;
  }

  /**
   * Returns the end of the wait as the database computed it. This node's clock may be wrong by
   * days.
   */
  private Instant parkedUntil(Transaction transaction) {
    return Objects.requireNonNull(
        signals.lock(transaction, attempt.taskId()).orElseThrow().position().runAt());
  }

  @Override
  void forget(Transaction transaction, boolean all) {
    notes.forgetSignals(
        transaction, attempt.taskId(), over(notes.signalNotes(transaction, attempt.taskId()), all));
  }
}
