package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.task.rule.SignalNote;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A store that also notes in transactions, and keeps signals that handlers await by their names.
 * For a store that has the capability {@link TransactionalStore}. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface TransactionalNoteStore extends NoteStore {

  /** Settles a run's notes in the transaction that has written the run's end. */
  void settle(Transaction transaction, RunNotes notes);

  /**
   * The signals that were sent to a task by their names, and its waits for them.
   *
   * @param transaction one that has locked or written the task's row: what was noted before is
   *     seen, also after its snapshot; null to read what is committed
   */
  List<SignalNote> signalNotes(@Nullable Transaction transaction, UUID task);

  /**
   * Notes a signal or a wait, in a transaction that has locked or written the task's row; a wait in
   * place of the same one. With a signal the row is written too, so that a transaction whose
   * snapshot is older can't lock it and miss the signal.
   */
  void keepSignalNote(Transaction transaction, UUID task, SignalNote note);

  /** Forgets signals that were read, in a transaction that has written the task's row. */
  void forgetSignals(Transaction transaction, UUID task, List<SignalNote> read);
}
