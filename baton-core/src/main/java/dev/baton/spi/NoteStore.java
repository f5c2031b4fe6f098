package dev.baton.spi;

import dev.baton.api.Progress;
import dev.baton.api.Transaction;
import dev.baton.task.Bytes;
import dev.baton.task.Task;
import dev.baton.task.rule.Hold;
import dev.baton.task.rule.SignalNote;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is noted beside the rows of tasks: steps that are done, how far attempts have come, what a
 * task that repeats answered, and signals that handlers await. A task without notes costs nothing
 * here. Running a finished task again forgets what it noted before, and a task has none of the
 * notes of another that had its id before. All times are the store's own clock. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the caller then
 * doesn't know whether it was applied.
 */
public interface NoteStore {

  /** The steps of a task that are done, with their values. */
  Map<String, Bytes> steps(UUID task);

  /**
   * Notes that a step is done, if the task is still held exactly so; durable when this returns. The
   * row is locked meanwhile, so nobody can take the task over without seeing the note.
   *
   * @return false when it isn't held so any more; nothing is noted then
   */
  boolean keepStep(Hold hold, String name, Bytes value);

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

  /** Forgets the steps and waits of a task that finishes or repeats in that transaction. */
  void forgetSteps(Transaction transaction, UUID task);

  /**
   * Keeps what a run of a task that repeats came to, in the transaction that sets the task aside.
   *
   * @param held the task as its holder has it
   * @param result kept in place of the last run's; null to leave that
   * @param history how many of its latest attempts the task keeps, this success the first of them;
   *     0 to note nothing there and leave what is
   */
  void keepRun(Transaction transaction, Task held, @Nullable Bytes result, int history);

  /** What {@link #keepRun} kept last; also for a while after the task has ended. */
  Optional<Bytes> lastResult(UUID task);

  /**
   * Notes how far tasks have come, one after the other, each in place of what was noted before; not
   * fenced, since nothing depends on it. The times of what is given don't count.
   */
  void noteProgress(Map<UUID, Progress> progress);

  /** How far a task has come; also for a while after it has ended. */
  Optional<Progress> progress(UUID task);

  /**
   * Removes notes of at least that age whose tasks don't live, of {@code limit} tasks at the most.
   *
   * @return of how many tasks
   */
  int pruneNotes(Duration age, int limit);
}
