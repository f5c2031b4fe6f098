package dev.baton.api;

import dev.baton.api.codec.StoredPayload;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.signal.AwaitsSignals;
import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
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
   * What the adder gave, as it is stored, or null. Where a {@link TaskType} compressed it, these
   * are the compressed bytes: {@link StoredPayload#raw} gives what its codec wrote. Handlers of
   * typed tasks are given the value.
   */
  @Nullable Bytes payload();

  /**
   * What the adder gave, as text; expanded where it is stored compressed.
   *
   * @throws IllegalStateException when the task has no payload
   */
  default String payloadText() {
    Bytes payload = payload();
    if (payload == null) {
      throw new IllegalStateException(
          "Task " + taskId() + " of type " + type() + " has no payload");
    }
    return StoredPayload.raw(payload, context()).toText();
  }

  /** The application's own state, or empty. */
  String state();

  /** What the latest checkpoint, park or change of state kept, or null. */
  @Nullable Bytes data();

  /** 1 for the first attempt since the task last made progress. */
  int number();

  /** Whether a failure of this attempt would use up the retries. */
  boolean isLast();

  /** How many attempts before this one lost their node. */
  int losses();

  /**
   * Grows with every change of hands: a resource that remembers the highest token it has seen can
   * refuse a runner that has been replaced.
   */
  long fencingToken();

  /** The same for every attempt of this task: give it to partners that can tell a repeat. */
  String idempotencyKey();

  /**
   * Whether the result is no longer wanted: cancelled, ejected, lost, overdue, or shutting down.
   */
  boolean isCancelled();

  /** What is left until the deadline; zero when it is over. */
  Duration timeLeft();

  /** The entries carried from the adder. */
  Map<String, String> context();

  /** The task whose handler added this one. */
  @Nullable UUID parentId();

  /** Common to all tasks of this chain. */
  UUID correlationId();

  /**
   * The tasks that this one was added to wait for, by id, and how each of them ended. Read now from
   * the store; the same for every attempt. Empty for a task that finished before and is run again.
   *
   * @throws StoreUnavailableException when the store can't be read
   */
  List<Prerequisite> waitedFor();

  /**
   * Keeps data durably now: a later attempt finds it in {@link #data()}.
   *
   * @throws LeaseLostException when the task is no longer this attempt's
   */
  void checkpoint(Bytes data);

  /**
   * Says that what follows can't be taken back; durable when this returns. Only from here on a
   * crash leaves a doubt, for types that are {@link TaskDefinition#irreversibleWhenMarked}; a crash
   * before it is simply resumed. For other types it does nothing.
   *
   * @throws LeaseLostException when the task is no longer this attempt's: don't do it
   */
  void markIrreversible();

  @Override
  default String stepKey(String name) {
    return idempotencyKey() + "/" + name;
  }

  /**
   * Tells how far this attempt has come, for {@link Tasks#progress}. Never blocks: the latest of
   * each task is written twice a second at the most, and lost when the node falls.
   *
   * @param fraction 0 to 1
   * @param text for people, such as {@code 3,000 of 7,500 rows}
   */
  void progress(double fraction, String text);
}
