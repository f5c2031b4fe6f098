package dev.baton.operate;

import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A live or finished task as it was read, for operators. The payload, context, data and result are
 * not included, because they may be large or secret: {@link TaskControl#content} reads them.
 *
 * <p>Applications don't implement this interface: newer versions add methods.
 */
public interface TaskInfo {

  /** Returns the task's id. */
  UUID id();

  /** Returns the name of the task's type. */
  String type();

  /** Returns the sub-type that the caller gave it, if any. */
  Optional<String> subType();

  /** Returns the flow key; empty for none. */
  String key();

  /** Returns the bucket in which the task runs. */
  String bucket();

  /** Returns the priority, from 0 (most urgent) to 9. */
  int priority();

  /** Returns the status. */
  Status status();

  /** Returns whether the task has ended: it is DONE, FAILED or CANCELLED. */
  default boolean isFinished() {
    return status().isFinished();
  }

  /** Returns the application's own state; empty for none. */
  String state();

  /**
   * Returns the number of attempts that were started. The count starts again when the task changes
   * its state, is parked, snoozes, repeats, or is retried by an operator.
   */
  int attempts();

  /**
   * Returns the number of attempts that were lost because their node died or lost its lease. The
   * count starts again together with that of {@link #attempts}.
   */
  int losses();

  /** Returns how the latest attempt of a live task ended; empty for a finished task. */
  Optional<LastOutcome> lastOutcome();

  /** Returns whether the task waits for another attempt after a failed one. */
  default boolean isRetrying() {
    return status() == Status.WAITING
        && lastOutcome().filter(outcome -> outcome == LastOutcome.FAILURE).isPresent();
  }

  /**
   * Returns the error of the latest attempt that failed or was lost, or the error with which the
   * task ended. A search returns the first 500 characters, {@link Operations#find(UUID)} up to
   * 8,000.
   */
  Optional<String> error();

  /** Returns the version for {@link TaskControl#ifUnchangedSince}. */
  long version();

  /** Returns the time when the task was added. */
  Instant createdAt();

  /**
   * Returns the time of the last change of the task: for example, it was claimed, stopped in ERROR
   * or got another run time. Checkpoints and lease renewals don't count. For a finished task,
   * returns the time of its end.
   */
  Instant changedAt();

  /** Returns the time from which a live task may run; empty if it has no such time. */
  Optional<Instant> runAt();

  /**
   * Returns the time at which the sweeper checks a live task next, for example its due time or the
   * end of its lease.
   */
  Optional<Instant> nextEventAt();

  /** Returns the id of the claim that owns the running task or has ended the finished task. */
  Optional<UUID> owner();

  /** Returns the time when a finished task ended. */
  Optional<Instant> finishedAt();

  /** Returns the time until which a finished task is kept. */
  Optional<Instant> keptUntil();

  /** Returns the id of the task whose handler added this task. */
  Optional<UUID> parentId();

  /**
   * Returns the id that all tasks of one chain share; empty for the first task of a chain. A chain
   * is a task and the tasks that its handler, and their handlers, added.
   */
  Optional<UUID> correlationId();

  /** Returns the labels by name; empty for none. */
  Map<String, String> labels();

  /** Returns the cursor at which a search continues after this task. */
  Cursor cursor();
}
