package dev.baton.operate;

import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.override.Overrides;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What operators and the application can read and change of tasks that they don't run. Each change
 * names the version its author saw and does nothing if the task has changed since. It is noted in
 * the audit in its own transaction: there is no change without its entry, and no entry without its
 * change. Thread-safe.
 *
 * <p>Every method asks the database and may throw {@link StoreUnavailableException}; whether a
 * change was made is then not known, and repeating it is harmless: its version has passed. Where
 * the node was built without a store for operations, everything but looking at single tasks and
 * moving them throws {@link ConfigurationException}, and moves aren't noted.
 */
public interface Operations {

  /**
   * The same, in the name of this person or system: what is changed through it is noted so. Without
   * it, the audit says {@code application}.
   *
   * @param actor 1–200 characters
   * @param reason why, for all that is changed through it, or null; at most 2,000 characters
   */
  Operations as(String actor, @Nullable String reason);

  /** As {@link #as(String, String)}, without a reason. */
  default Operations as(String actor) {
    return as(actor, null);
  }

  /** The live task with this id. */
  Optional<Task> find(UUID id);

  /** The finished task with this id, while it is kept. */
  Optional<FinishedTask> findFinished(UUID id);

  /**
   * Tasks by what they have in common, page by page, without payloads. Where no index leads to what
   * the filter says, a search looks through a part of the tasks: its page is short, or empty, and
   * its next says where to go on.
   *
   * @param after what the page before gave as its next; null for the first
   * @param size 1 to {@link Page#MAX_SIZE}
   * @throws StoreUnavailableException also when the search took too long all the same; see {@link
   *     TaskFilter} for what is quick
   */
  Page<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int size);

  /**
   * The latest attempts of a task that failed or were lost, the one by which it is DONE, and those
   * that went well where its definition says {@link dev.baton.handler.TaskDefinition#keepRuns};
   * latest first, 100 at the most.
   */
  List<PastAttempt> attempts(UUID id);

  /**
   * What a live task that repeats answered last, as it is stored; empty where it answered nothing.
   */
  Optional<Bytes> lastResult(UUID id);

  /**
   * How the latest error of each of these live tasks begins, up to 500 characters of it; those that
   * never failed are left out. One question for all of them.
   *
   * @param ids {@link TaskFilter#MAX_IDS} at the most
   */
  Map<UUID, String> latestErrors(Set<UUID> ids);

  /**
   * The latest tasks with errors, to be grouped by their causes. Those that are retried are known
   * where the node has a store for statistics, and three seconds late at the most.
   */
  ErrorSample errors();

  /** What the task waits for, and what waits for it: its batch, and the tasks after it. */
  Related related(UUID id);

  /**
   * Why a task isn't running now, in words and as data: what stops it anywhere in the cluster, and
   * on this node. What a limit of another node says isn't known here, nor is what a custom booking
   * policy decides there.
   */
  Explanation explain(UUID id);

  /**
   * What was changed by hand, latest first. Entries are kept for 400 days.
   *
   * @param after what the page before gave as its next; null for the first
   * @param size 1 to {@link Page#MAX_SIZE}
   */
  Page<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int size);

  /**
   * Notes in the audit, in the name of this author, what is seen or changed by other means than
   * these: that a payload was looked at, that a type was paused.
   *
   * @param action 1–40 characters, such as {@code VIEW_PAYLOAD}
   * @param task null when it isn't about one task
   * @param version the task's; null when it isn't about one
   * @param detail nothing that may be secret; at most 2,000 characters, or null
   */
  void note(String action, @Nullable UUID task, @Nullable Long version, @Nullable String detail);

  /** As the other {@code note}; written if this transaction commits. */
  void note(
      Transaction transaction,
      String action,
      @Nullable UUID task,
      @Nullable Long version,
      @Nullable String detail);

  /** Runs a task in ERROR again, at once or after a delay; its attempts are counted anew. */
  Verdict retry(UUID id, long version, @Nullable Duration delay);

  /**
   * Fails a task that isn't running: it is FAILED and will never run. The alert of one in ERROR
   * ends.
   */
  Verdict fail(UUID id, long version, String reason);

  /**
   * Gives a task that isn't running another time; no delay means at once, also for a held task. One
   * that waits for others then runs regardless of them.
   */
  Verdict reschedule(UUID id, long version, @Nullable Duration delay);

  /**
   * As {@link #reschedule}, to that moment on the store's clock.
   *
   * @throws IllegalArgumentException when it is before 1970 or after 9998
   */
  Verdict rescheduleAt(UUID id, long version, Instant at);

  /**
   * Holds a task that isn't running, until it is released or rescheduled; also one that waits for
   * others, which then stays held whatever becomes of them, and waits on when it is released.
   */
  Verdict hold(UUID id, long version);

  /**
   * Lets a held task go: it runs at the time it had, or at once if that has passed, in its old
   * place in the order of arrival. One that waits for others goes on waiting for those that haven't
   * ended, and is cancelled if one that it needs DONE has ended otherwise. One that only waits
   * isn't held: {@link #reschedule} runs it regardless.
   */
  Verdict release(UUID id, long version);

  /** Calls off a live task; a handler that runs here or elsewhere is told and interrupted. */
  Verdict cancel(UUID id, long version, String reason);

  /**
   * Gives a task that isn't running another payload; one that waits goes on waiting. Its id and
   * unique keys stay as they were, also where they followed from the old one. The audit keeps the
   * sizes and digests of both, not what they say.
   *
   * @param payload in the form the old one is stored in: what its type's codec writes, compressed
   *     if the context says so; null for none
   */
  Verdict edit(UUID id, long version, @Nullable Bytes payload);

  /**
   * As {@link #edit(UUID, long, Bytes)}, with a payload that its type writes.
   *
   * @throws dev.baton.api.error.PayloadUnwritableException if the payload can't be written
   */
  <P> Verdict edit(UUID id, long version, TaskType<P, ?> type, P payload);

  /**
   * Gives a task that isn't running another priority, 0 (most urgent) to 9; where it is it stays.
   */
  Verdict prioritize(UUID id, long version, int priority);

  /** Runs a finished task again while its row is kept, at once or after a delay. */
  Verdict runAgain(UUID id, long version, @Nullable Duration delay);

  /**
   * Does the same with every task that the filter finds, in batches of 200, each batch in one
   * transaction: a long bulk never holds many rows. Each task is changed under the version it was
   * found with, and each is noted. To go on after a stop, or after an exception in the midst, call
   * it again: with the cursor, or from the start, where what was done is found no more or refused.
   *
   * @param after where to begin: null for the beginning, or a report's next
   * @param atMost tasks to look at, at least 1
   * @param onResult told of each task once its batch is written, in the order of the filter; when
   *     it answers false, the batches end with this one, the rest of which is still told
   * @throws IllegalArgumentException if the action is {@link BulkAction.RunAgain} and the filter
   *     names neither a status nor ids; no task was read
   */
  BulkReport bulk(
      TaskFilter filter,
      BulkAction action,
      @Nullable Cursor after,
      int atMost,
      Predicate<BulkReport.Result> onResult);

  /** Limits, rates and retries as they are set at run time; in the same actor's name. */
  Overrides overrides();

  /** The answer to a change. */
  sealed interface Verdict {
    /** It is done. */
    record Applied() implements Verdict {}

    /** The task has changed since that version was read. */
    record Stale(Task current) implements Verdict {}

    /** The task's status doesn't allow this, or its unique key is taken. */
    record NotAllowed(String reason) implements Verdict {}

    /** There is no such task. */
    record NotFound() implements Verdict {}
  }
}
