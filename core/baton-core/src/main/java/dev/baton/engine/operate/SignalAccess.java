package dev.baton.engine.operate;

import dev.baton.api.Transaction;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.SignalStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.spi.mail.MailboxStore.Mail;
import dev.baton.spi.mail.MailboxStore.MailChange;
import dev.baton.task.row.Task;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads a task for a signal and writes the change. The implementations do this with or without a
 * transaction.
 */
sealed interface SignalAccess {

  Optional<Task> read(UUID id);

  /**
   * Writes the change. After the commit, notifies the handler, the listeners and the nodes.
   *
   * @param seen the task as {@link #read} returned it
   * @return false if the task has changed since it was read
   */
  boolean write(Task seen, Transition transition);

  /**
   * Returns the named signals that were sent to the task and its waits for signals. Call this after
   * reading the task.
   */
  Mail mail(UUID id);

  /**
   * Stores a named signal, with the same guarantees as {@link #write}.
   *
   * @param mail the signals and waits as {@link #mail} returned them
   * @param woken the transition that wakes the task; null to leave the task unchanged
   */
  boolean keep(Task seen, Mail mail, SignalNote signal, @Nullable Transition woken);

  /**
   * Locks the row before it is read. Without the lock, a compare-and-set could undo a checkpoint
   * that was written in between, because a checkpoint doesn't change the version.
   *
   * @param alone true if the transaction contains nothing else
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
      // Only notify the handler if the change is certain. If the commit is unknown, or the caller's
      // code may have undone the change, the handler may still run the task.
      if (end == Transaction.End.COMMITTED && alone && transaction.isExclusive()) {
        afterEffects.changed(before, transition);
      }
      // Send the hint in any case, because a wrong hint has no effect.
      afterEffects.hint(before, transition);
    }
  }

  /**
   * Reads and writes on a store without transactions. Its compare-and-set compares the task's state
   * and data, too, not only the version.
   */
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
