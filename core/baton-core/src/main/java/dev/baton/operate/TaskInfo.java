package dev.baton.operate;

import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A task as operators see it, live or finished, at the moment it was read. It has everything but
 * what the task carries, which may be large or secret: {@link TaskControl#content} reads that.
 *
 * <p>Applications don't implement this interface: newer versions add methods.
 */
public interface TaskInfo {

  UUID id();

  /** The name of its type. */
  String type();

  /** The free word that its adder gave it beside the type. */
  Optional<String> subType();

  /** The flow key; empty for none. */
  String key();

  String bucket();

  /** 0 (most urgent) to 9. */
  int priority();

  Status status();

  /** Returns whether the task has ended: it is DONE, FAILED or CANCELLED. */
  default boolean isFinished() {
    return status().isFinished();
  }

  /** The application's own state; empty for none. */
  String state();

  /** Attempts that were started since the task last made progress. */
  int attempts();

  /** Attempts whose node was lost, since the task last made progress. */
  int losses();

  /** How the latest attempt of a live task ended; empty for a finished task. */
  Optional<LastOutcome> lastOutcome();

  /** Returns whether the task waits for another attempt after one that failed. */
  default boolean isRetrying() {
    return status() == Status.WAITING
        && lastOutcome().filter(outcome -> outcome == LastOutcome.FAILURE).isPresent();
  }

  /**
   * The error of its latest attempt that failed or was lost, or the one it ended with. A search
   * returns the first 500 characters, {@link Operations#find(UUID)} up to 8,000.
   */
  Optional<String> error();

  /** The version for {@link TaskControl#ifUnchangedSince}; every change raises it. */
  long version();

  /** When it was added. */
  Instant createdAt();

  /**
   * Since when it is as it is: when it was claimed, stopped in ERROR, given another time, and so
   * on. For a finished task, when it ended.
   */
  Instant changedAt();

  /** When a live task may run; empty where it doesn't wait for a time. */
  Optional<Instant> runAt();

  /** When Baton looks at a live task by itself: its due time, or the end of its lease. */
  Optional<Instant> nextEventAt();

  /** The claim that holds the task, or that ended it. */
  Optional<UUID> owner();

  /** When a finished task ended. */
  Optional<Instant> finishedAt();

  /** Until when a finished task is kept. */
  Optional<Instant> keptUntil();

  /** The task whose handler added this one. */
  Optional<UUID> parentId();

  /** The id that all tasks of one chain have in common; empty for the first of a chain. */
  Optional<UUID> correlationId();

  /** Its labels by name; empty for none. */
  Map<String, String> labels();

  /** The place after this task in a search. */
  Cursor cursor();
}
