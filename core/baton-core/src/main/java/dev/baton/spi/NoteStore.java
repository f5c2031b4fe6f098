package dev.baton.spi;

import dev.baton.api.Progress;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores notes about tasks: completed steps, the progress of attempts, and the last result of a
 * repeating task. A task without notes needs no row. When a finished task runs again, its earlier
 * notes are deleted, and a task never gets the notes of an earlier task with the same id. A {@link
 * TransactionalNoteStore} can also write notes in a transaction. All times are on the store's
 * clock. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; the change may
 * then have been applied or not.
 */
public interface NoteStore {

  /** Returns the completed steps of a task with their values. */
  Map<String, Bytes> steps(UUID task);

  /**
   * Stores the value of a step if the claim still owns the task. The value replaces an earlier
   * value of the same name. It is durable when this method returns, so that a node that takes over
   * the task later reads it.
   *
   * @return false if the claim no longer owns the task; nothing is then written
   */
  boolean keepStep(ClaimFence fence, String name, Bytes value);

  /**
   * Ends a run of a task: applies the transition as {@link dev.baton.spi.core.TaskWriter#tryApply}
   * does, and updates the run's notes in the same step. If the result isn't APPLIED, no note has
   * changed.
   */
  Verdict tryApply(Transition transition, RunNotes notes);

  /**
   * Returns the {@linkplain RunNotes#result result} that was stored last. It is available for some
   * time after the task has ended.
   */
  Optional<Bytes> lastResult(UUID task);

  /**
   * Stores the progress of tasks, one after the other, and replaces the earlier progress. Does not
   * check who owns the tasks, because nothing depends on progress. The times in the given progress
   * are ignored.
   */
  void noteProgress(Map<UUID, Progress> progress);

  /** Returns the progress of a task. It is available for some time after the task has ended. */
  Optional<Progress> progress(UUID task);

  /**
   * Removes old notes of at most {@code limit} tasks. Removes notes of at least that age if their
   * task no longer exists, or is kept {@linkplain dev.baton.task.row.TaskSpec#isPayloadCleared
   * without its payload}. A store that isn't a {@link TransactionalNoteStore} may also remove notes
   * of kept tasks. Each call may read only a part of the notes; the next call then continues there.
   *
   * @return for how many tasks notes were removed
   */
  int pruneNotes(Duration age, int limit);
}
