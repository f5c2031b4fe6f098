package dev.baton.handler;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.StoredPayload;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run of a task's handler, as the handler sees it. Thread-safe: all threads of the handler may
 * use it.
 */
public interface Attempt extends DurableSteps, AwaitsSignals {

  /** Returns the id of the task. */
  UUID taskId();

  /** Returns the name of the task's type. */
  String type();

  /** Returns the task's sub-type, or null if it has none. */
  @Nullable String subType();

  /** Returns the task's key; empty if it has none. */
  String key();

  /** Returns the task's priority, from 0 (most urgent) to 9. */
  int priority();

  /**
   * Returns the payload as it is stored, or null if the task has none. If the {@link TaskType}
   * compresses payloads, these are the compressed bytes, which {@link #payloadText} expands. A
   * handler of typed tasks gets the payload as an object instead.
   */
  @Nullable Bytes payload();

  /**
   * Returns the payload as text. A compressed payload is expanded.
   *
   * @throws IllegalStateException if the task has no payload
   */
  default String payloadText() {
    Bytes payload = payload();
    if (payload == null) {
      throw new IllegalStateException(
          "Task " + taskId() + " of type " + type() + " has no payload");
    }
    return StoredPayload.raw(payload, RowAttempt.traits(this)).toText();
  }

  /** Returns the state of a task with states; empty for other tasks. */
  String state();

  /** Returns the data of the latest checkpoint, park or change of state; null before the first. */
  @Nullable Bytes data();

  /**
   * Returns the number of this attempt, from 1. The count starts again when the task changes its
   * state, is parked, snoozes, repeats, or is retried by an operator.
   */
  int number();

  /**
   * Returns whether this attempt is known to be the last: no retry follows if it fails. False if
   * the retry policy does not know in advance.
   */
  boolean isLast();

  /**
   * Returns how many attempts were lost because their node died or lost its lease. The count starts
   * again at zero whenever {@link #number} starts again at 1.
   */
  int losses();

  /**
   * Returns a number that grows each time a node starts an attempt of the task. Pass it to partner
   * systems: when another node has taken over the task, they can refuse the calls of the older
   * attempt, because its token is lower. Tokens can repeat if the database loses acknowledged
   * commits, for example in a failover to an asynchronous standby.
   */
  long fencingToken();

  /**
   * Returns a key that is the same for every attempt of this task. Pass it to partner systems that
   * detect repeated calls by a key.
   */
  String idempotencyKey();

  /**
   * Returns whether the handler should stop: the task was cancelled or signalled, its lease is
   * lost, its deadline has passed, or the node is shutting down.
   */
  boolean isCancelled();

  /** Returns the time left until the deadline; zero after the deadline. */
  Duration timeLeft();

  /**
   * Returns the context entries of the request with which the task was added, such as a trace id.
   */
  Map<String, String> context();

  /** Returns the task whose handler added this one; null if no handler did. */
  @Nullable UUID parentId();

  /**
   * Returns the id that all tasks of a chain share. A chain is a first task, the tasks that its
   * handler added, the tasks that their handlers added, and so on.
   */
  UUID correlationId();

  /**
   * Returns the tasks that this task waited for, ordered by id, and how each of them ended. This
   * includes the children that a {@linkplain Workflow#call workflow} has called. Each call reads
   * the store; every attempt gets the same list. The list is empty if the task had finished and an
   * operator ran it again.
   *
   * @throws StoreUnavailableException if the store can't be read
   */
  List<Prerequisite> waitedFor();

  /**
   * Stores {@code data} at once. Later attempts read it with {@link #data()}.
   *
   * @throws LeaseLostException if this attempt no longer owns the task
   */
  void checkpoint(Bytes data);

  /**
   * Records durably that the handler is about to do something that can't be undone. Call it
   * directly before that action, in types with {@link OnLost#askIfMarked} or {@link
   * OnLost#stopIfMarked}. If the node crashes before this call, another node resumes the task. If
   * it crashes after this call, the reconciler or an operator decides, because the action may have
   * had its effect. For other types this method does nothing.
   *
   * @throws LeaseLostException if this attempt no longer owns the task; the handler must then not
   *     perform the action
   */
  void markIrreversible();

  @Override
  default String stepKey(String name) {
    return idempotencyKey() + "/" + name;
  }

  /**
   * Returns the API to add tasks, bound to this attempt. A task that you add through it, on any
   * thread, has this task as its parent and gets this task's correlation id and context.
   */
  Tasks tasks();

  /**
   * Reports the progress of this attempt, which {@link dev.baton.api.TaskHandle#progress} reads.
   * Never blocks: the node writes the latest report of each task at most twice a second. If the
   * node dies, reports that it has not yet written are lost.
   *
   * @param fraction the completed part of the work, from 0 to 1
   * @param text description for display, such as {@code 3,000 of 7,500 rows}; Baton keeps only the
   *     first 500 characters
   * @throws IllegalArgumentException if the fraction is outside 0 to 1
   */
  void progress(double fraction, String text);
}
