package dev.baton.api;

import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an operator or the application does to tasks it doesn't hold. Each change names the version
 * its author saw and does nothing if the task has changed since. Thread-safe.
 */
public interface Operations {

  /** The live task with this id. */
  Optional<Task> find(UUID id);

  /** The finished task with this id, while it is kept. */
  Optional<FinishedTask> findFinished(UUID id);

  /**
   * Tasks by what they have in common, page by page, without payloads.
   *
   * @param after what the page before gave as its next; null for the first
   * @param size 1 to {@link Page#MOST}
   * @throws StoreUnavailableException also when the search took too long and was given up; see
   *     {@link TaskFilter} for what is quick
   */
  Page<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int size);

  /** The latest attempts of a task that failed or were lost, latest first, 100 at the most. */
  List<PastAttempt> attempts(UUID id);

  /** Runs a task in ERROR again, at once or after a delay; its attempts are counted anew. */
  Verdict retry(UUID id, long version, @Nullable Duration delay);

  /** Marks a task in ERROR as FAILED: its alert ends. */
  Verdict acknowledge(UUID id, long version, String reason);

  /** Gives a task that isn't running another time; no delay means at once, also for a held task. */
  Verdict reschedule(UUID id, long version, @Nullable Duration delay);

  /** Holds a task that isn't running, until it is rescheduled. */
  Verdict hold(UUID id, long version);

  /** Calls off a live task; a handler that runs here or elsewhere is told and interrupted. */
  Verdict cancel(UUID id, long version, String reason);

  /** Runs a finished task again while its row is kept, at once or after a delay. */
  Verdict runAgain(UUID id, long version, @Nullable Duration delay);

  /** The answer to a change. */
  sealed interface Verdict {
    /** It is done. */
    record Applied() implements Verdict {}

    /** The task has changed since that version was read. */
    record Stale(Task current) implements Verdict {}

    /** The task stands where this can't be done, or its unique key is taken. */
    record NotAllowed(String reason) implements Verdict {}

    /** There is no such task. */
    record NotFound() implements Verdict {}
  }
}
