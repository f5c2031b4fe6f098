package dev.baton.handler;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.StoredPayload;
import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
import dev.baton.task.internal.TaskTraits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One run of a task's handler, seen from inside. Safe for use by the threads of the handler. */
public interface Attempt extends DurableSteps, AwaitsSignals {

  UUID taskId();

  String type();

  @Nullable String subType();

  /** The flow key, or empty. */
  String key();

  int priority();

  /**
   * The payload as it is stored, or null. If the {@link TaskType} compresses payloads, these are
   * the compressed bytes, which {@link #payloadText} expands. A handler of typed tasks gets the
   * payload as an object instead.
   */
  @Nullable Bytes payload();

  /**
   * The payload as text, expanded if it is stored compressed.
   *
   * @throws IllegalStateException when the task has no payload
   */
  default String payloadText() {
    Bytes payload = payload();
    if (payload == null) {
      throw new IllegalStateException(
          "Task " + taskId() + " of type " + type() + " has no payload");
    }
    return StoredPayload.raw(payload, traits()).toText();
  }

  /** The application's own state, or empty. */
  String state();

  /** The data of the latest checkpoint, park or change of state, or null. */
  @Nullable Bytes data();

  /** 1 for the first attempt since the task last made progress. */
  int number();

  /** Whether a failure of this attempt would use up the retries. */
  boolean isLast();

  /** How many earlier attempts were lost, because their node died or lost its lease. */
  int losses();

  /**
   * A number that grows with each claim of the task. A partner that remembers the highest token it
   * has seen can refuse the calls of an attempt that another node has replaced. Tokens repeat if
   * the database loses commits that it has acknowledged, as at a failover to an asynchronous
   * standby.
   */
  long fencingToken();

  /**
   * The same for every attempt of this task. Give it to partners that recognise a repeated call by
   * its key.
   */
  String idempotencyKey();

  /**
   * Whether the handler should stop: the task was cancelled or signalled, its lease is lost, its
   * deadline is over, or the node is shutting down.
   */
  boolean isCancelled();

  /** The time left until the deadline; zero when it is over. */
  Duration timeLeft();

  /** The entries carried from the adder. */
  Map<String, String> context();

  /** Returns the facts that Baton itself stores about the task, such as the payload's form. */
  TaskTraits traits();

  /** The task whose handler added this one. */
  @Nullable UUID parentId();

  /** The id that all tasks of this chain share. */
  UUID correlationId();

  /**
   * The tasks that this one waited for, ordered by id, and how each of them ended. Each call reads
   * them from the store; every attempt gets the same. Empty for a task that had finished and runs
   * again.
   *
   * @throws StoreUnavailableException when the store can't be read
   */
  List<Prerequisite> waitedFor();

  /**
   * Stores this data at once: a later attempt finds it in {@link #data()}.
   *
   * @throws LeaseLostException when the task is no longer this attempt's
   */
  void checkpoint(Bytes data);

  /**
   * Notes durably that the handler is about to do what can't be undone. For types with {@link
   * OnLost#askIfMarked} or {@link OnLost#stopIfMarked}, only a crash after this call leaves in
   * doubt what happened; after an earlier crash the task is simply resumed. For other types this
   * does nothing.
   *
   * @throws LeaseLostException when another has the task by now: the handler must not do it
   */
  void markIrreversible();

  @Override
  default String stepKey(String name) {
    return idempotencyKey() + "/" + name;
  }

  /**
   * The tasks of the node that runs this attempt. What is added by it has this task as its parent
   * and carries its correlation id and context, on any thread, not only the handler's.
   */
  Tasks tasks();

  /**
   * Reports how far this attempt has come, for {@link dev.baton.api.TaskHandle#progress}. Never
   * blocks: the node writes the latest report of each task at most twice a second, and what it
   * hasn't written is lost when it dies.
   *
   * @param fraction 0 to 1
   * @param text for people, such as {@code 3,000 of 7,500 rows}
   */
  void progress(double fraction, String text);
}
