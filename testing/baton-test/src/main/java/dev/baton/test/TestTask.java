package dev.baton.test;

import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.StoredType;
import dev.baton.operate.Operations;
import dev.baton.operate.PastAttempt;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.LastOutcome;
import dev.baton.task.Position;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task as it stood when it was looked at. Immutable.
 *
 * @param id unique in the cluster
 * @param spec what it is
 * @param status how it stands
 * @param attempts attempts started since it last made progress
 * @param losses attempts whose node was lost
 * @param lastError what its latest failed attempt, or its end, said; null when nothing went wrong
 * @param state the application's own state, or empty
 * @param dueAt when it will run, if it waits for a time; otherwise null
 * @param result what its handler answered, or null
 * @param seenAt what the clock showed
 * @param codec reads the values of types that name no codec
 */
public record TestTask(
    UUID id,
    TaskSpec spec,
    Status status,
    int attempts,
    int losses,
    @Nullable String lastError,
    String state,
    @Nullable Instant dueAt,
    @Nullable Bytes result,
    Instant seenAt,
    Supplier<PayloadCodec> codec) {

  static TestTask of(Task task, Operations operations, Instant now, Supplier<PayloadCodec> codec) {
    Position position = task.position();
    return new TestTask(
        task.id(),
        task.spec(),
        position.status(),
        position.attempts(),
        position.losses(),
        lastError(task, operations),
        position.state(),
        position.status() == Status.WAITING ? position.nextEventAt() : null,
        null,
        now,
        codec);
  }

  private static @Nullable String lastError(Task task, Operations operations) {
    return operations.attempts(task.id()).stream()
        .filter(past -> past.outcome() != LastOutcome.SUCCESS)
        .map(PastAttempt::error)
        .findFirst()
        .orElse(null);
  }

  static TestTask of(FinishedTask task, Instant now, Supplier<PayloadCodec> codec) {
    return new TestTask(
        task.id(),
        task.spec(),
        task.status(),
        task.attempts(),
        task.losses(),
        task.error(),
        task.state(),
        null,
        task.result(),
        now,
        codec);
  }

  public String type() {
    return spec.type();
  }

  /** The flow key, or empty. */
  public String key() {
    return spec.key();
  }

  /** What the adder gave, read as this type reads it. */
  public <P> P payload(TaskType<P, ?> as) {
    if (!as.name().equals(type())) {
      throw new IllegalArgumentException(
          "Task " + id + " is of type " + type() + ", not " + as.name());
    }
    return StoredType.of(as, codec).payload(spec.payload(), spec.traits());
  }

  /** What its handler answered, read as this type reads it; null where it answered nothing. */
  public <R> @Nullable R result(TaskType<?, R> as) {
    return StoredType.of(as, codec).result(result);
  }

  /** For the messages of assertions. */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(type()).append(' ').append(id).append(": ").append(status);
    text.append(" after ").append(attempts).append(attempts == 1 ? " attempt" : " attempts");
    if (losses > 0) {
      text.append(" and ").append(losses).append(losses == 1 ? " loss" : " losses");
    }
    if (dueAt != null) {
      text.append(", due at ").append(dueAt).append(" (it is ").append(seenAt).append(')');
    }
    if (!state.isEmpty()) {
      text.append(", in state ").append(state);
    }
    if (lastError != null) {
      text.append(", last error: ").append(lastError);
    }
    return text.toString();
  }
}
