package dev.baton.engine.operate;

import dev.baton.api.Transaction;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.SignalStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.spi.mail.MailboxStore.Mail;
import dev.baton.spi.mail.MailboxStore.MailChange;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a task is read for a signal, and then changed. */
sealed interface SignalAccess {

  Optional<Task> read(UUID id);

  /**
   * Writes the change, and informs those who must know once it is durable.
   *
   * @param seen the task as it was read here
   * @return false where another change came between
   */
  boolean write(Task seen, Transition transition);

  /** What was sent to it by name. To be read behind the task. */
  Mail mail(UUID id);

  /**
   * Keeps a signal that was sent by name, as {@link #write} does with a change.
   *
   * @param mail as it was read here
   * @param woken what becomes of the task; null to leave it
   */
  boolean keep(Task seen, Mail mail, SignalNote signal, @Nullable Transition woken);

  /**
   * The row is locked before it is read. A compare-and-set on what was read without the lock could
   * undo a checkpoint, which keeps the version.
   *
   * @param alone whether nothing else is in the transaction
   */
  record InTransaction(
      NodeContext node,
      TransactionalSignalStore store,
      AfterEffects afterEffects,
      Transaction transaction,
      boolean alone)
      implements SignalAccess {
    @Override
    public Optional<Task> read(UUID id) {
      return store.lock(transaction, id);
    }

    @Override
    public boolean write(Task seen, Transition transition) {
      if (!node.transactional("A signal or a cancellation").apply(transaction, transition)) {
        throw new IllegalStateException(
            "Task " + seen.id() + " has changed though this transaction has it locked");
      }
      transaction.onEnd(end -> ended(end, seen, transition));
      return true;
    }

    private TransactionalNoteStore notes() {
      return Objects.requireNonNull(node.stores().transactionalNotes());
    }

    @Override
    public Mail mail(UUID id) {
      return new Mail(0, notes().signalNotes(transaction, id));
    }

    @Override
    public boolean keep(Task seen, Mail mail, SignalNote signal, @Nullable Transition woken) {
      notes().keepSignalNote(transaction, seen.id(), signal);
      return woken == null || write(seen, woken);
    }

    private void ended(Transaction.End end, Task before, Transition transition) {
      if (end == Transaction.End.ROLLED_BACK) {
        return;
      }
      // In doubt, or where the caller's code may have undone it, the holder may hold it still.
      if (end == Transaction.End.COMMITTED && alone && transaction.isExclusive()) {
        afterEffects.changed(before, transition);
      }
      // Given in any case: a hint of what isn't so does nothing.
      afterEffects.hint(before, transition);
    }
  }

  /** The store compares the application's state and data, too. */
  record ByItself(NodeContext node, SignalStore store, AfterEffects afterEffects)
      implements SignalAccess {
    @Override
    public Optional<Task> read(UUID id) {
      return node.lookups().find(id);
    }

    @Override
    public boolean write(Task seen, Transition transition) {
      return informing(store.apply(seen, transition), seen, transition);
    }

    private boolean informing(boolean applied, Task seen, @Nullable Transition transition) {
      if (applied && transition != null) {
        afterEffects.changed(seen, transition);
        afterEffects.hint(seen, transition);
      }
      return applied;
    }

    @Override
    public Mail mail(UUID id) {
      return Objects.requireNonNull(node.stores().mailboxes()).mail(id);
    }

    @Override
    public boolean keep(Task seen, Mail mail, SignalNote signal, @Nullable Transition woken) {
      MailChange change = new MailChange(seen, mail.revision(), woken, signal);
      boolean kept = Objects.requireNonNull(node.stores().mailboxes()).apply(change);
      return informing(kept, seen, woken);
    }
  }
}
