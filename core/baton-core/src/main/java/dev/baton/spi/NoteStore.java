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
 * What is noted beside the rows of tasks: steps that are done, how far attempts have come, and what
 * a task that repeats answered. A task without notes costs nothing here. Running a finished task
 * again forgets what it noted before, and a task has none of the notes of another that had its id
 * before. What else can be noted in a transaction is for a {@link TransactionalNoteStore}. All
 * times are the store's own clock. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the caller then
 * doesn't know whether it was applied.
 */
public interface NoteStore {

  /** The steps of a task that are done, with their values. */
  Map<String, Bytes> steps(UUID task);

  /**
   * Notes that a step is done, if the task is still held exactly so; durable when this returns. A
   * node that takes the task over later sees the note.
   *
   * @return false when it isn't held so any more; nothing is noted then
   */
  boolean keepStep(ClaimFence fence, String name, Bytes value);

  /**
   * Ends a run of a task: applies the transition, as {@link dev.baton.spi.core.TaskWriter#tryApply}
   * does, and settles the run's notes in the same step. When the answer isn't APPLIED, no note has
   * changed.
   */
  Verdict tryApply(Transition transition, RunNotes notes);

  /**
   * The {@linkplain RunNotes#result result} that was kept last; also for a while after the task has
   * ended.
   */
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
