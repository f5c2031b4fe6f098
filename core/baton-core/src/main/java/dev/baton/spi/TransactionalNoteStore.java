package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.task.Bytes;
import dev.baton.task.rule.SignalNote;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A store of notes that can also write in a caller's transaction, and that stores the signals that
 * handlers await by name. It keeps all notes of a finished task as long as its row, so that a
 * workflow can run again from one of its steps, unless the payload is cleared. A store implements
 * it if it is also a {@link TransactionalStore}. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface TransactionalNoteStore extends NoteStore {

  /** Updates a run's notes in the transaction that has written the end of the run. */
  void settle(Transaction transaction, RunNotes notes);

  /** Returns the steps of a live or finished task, ordered by name. */
  List<StepNote> stepNotes(UUID task);

  /**
   * Returns the same steps with only the {@linkplain StepNote#head heads} of their values. A store
   * whose values can be large should read no more than these.
   */
  default List<StepNote> stepHeads(UUID task) {
    return stepNotes(task).stream().map(StepNote::head).toList();
  }

  /**
   * A stored step.
   *
   * @param at when this value was stored
   */
  record StepNote(String name, Bytes value, Instant at) {
    /** Length of the head of a value. */
    public static final int HEAD_BYTES = 64;

    /**
     * Length of the head of a value that begins with {@code *} or {@code +}. With these, a workflow
     * stores the ids of at most 1,000 children, 37 bytes each.
     */
    public static final int LONG_HEAD_BYTES = 40_000;

    /** Returns the note with only the first bytes of its value. */
    public StepNote head() {
      byte[] all = value.toArray();
      boolean isLong = all.length > 0 && (all[0] == '*' || all[0] == '+');
      int length = Math.min(all.length, isLong ? LONG_HEAD_BYTES : HEAD_BYTES);
      return new StepNote(name, Bytes.of(Arrays.copyOf(all, length)), at);
    }
  }

  /**
   * Returns the signals that were sent to a task by name, and its waits for them.
   *
   * @param transaction a transaction that has locked or written the task's row; the store then also
   *     returns notes that were committed after the transaction's snapshot. Null to read committed
   *     notes without a transaction
   */
  List<SignalNote> signalNotes(@Nullable Transaction transaction, UUID task);

  /**
   * Returns the committed signals and waits of a task, the signals with empty values. A store whose
   * values can be large should not read them.
   */
  default List<SignalNote> signalHeads(UUID task) {
    return signalNotes(null, task).stream().map(SignalNote::head).toList();
  }

  /**
   * Stores a signal or a wait, in a transaction that has locked or written the task's row. A wait
   * replaces the stored wait with the same name and number. For a signal, the store also writes the
   * task's row. Otherwise a transaction with an older snapshot could lock the row and miss the
   * signal.
   */
  void keepSignalNote(Transaction transaction, UUID task, SignalNote note);

  /** Deletes signals that were read, in a transaction that has written the task's row. */
  void forgetSignals(Transaction transaction, UUID task, List<SignalNote> read);
}
