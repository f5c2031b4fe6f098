package dev.baton.api.internal;

import dev.baton.api.OnDuplicate;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Uniqueness;
import dev.baton.task.Bytes;
import dev.baton.task.TaskTraits;
import dev.baton.task.When;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of all fields of a request.
 *
 * @param runAt when the task may run; null for now
 * @param payload in its stored form
 * @param mustBeDone the tasks that must be DONE before it starts
 * @param mustHaveEnded the tasks that must have ended before it starts
 */
public record RequestFields(
    String type,
    @Nullable String subType,
    @Nullable String bucket,
    String key,
    int priority,
    @Nullable Bytes payload,
    @Nullable When runAt,
    @Nullable UUID id,
    @Nullable String uniqueKey,
    Uniqueness uniqueness,
    OnDuplicate onDuplicate,
    @Nullable UUID correlationId,
    Map<String, String> context,
    TaskTraits traits,
    Map<String, String> labels,
    String state,
    boolean isOnHold,
    boolean mayDispatchLocally,
    Set<UUID> mustBeDone,
    Set<UUID> mustHaveEnded) {

  private static volatile @Nullable Function<TaskRequest<?, ?>, RequestFields> reader;
  private static volatile @Nullable BiFunction<TaskRequest<?, ?>, TaskTraits, TaskRequest<?, ?>>
      writer;

  /** Sets how requests are read and changed. Only {@link TaskRequest} itself calls this. */
  public static void accessBy(
      Function<TaskRequest<?, ?>, RequestFields> read,
      BiFunction<TaskRequest<?, ?>, TaskTraits, TaskRequest<?, ?>> write) {
    reader = read;
    writer = write;
  }

  /** Reads a request. */
  @SuppressWarnings("NullAway") // the class of a request has called accessBy before there is one
  public static RequestFields of(TaskRequest<?, ?> request) {
    return reader.apply(request);
  }

  /** Returns a copy of the request with other traits. */
  @SuppressWarnings("NullAway") // the class of a request has called accessBy before there is one
  public static TaskRequest<?, ?> withTraits(TaskRequest<?, ?> request, TaskTraits traits) {
    return writer.apply(request, traits);
  }

  /**
   * Requests a task of a type of which only the name is known.
   *
   * @param payload as it is to be stored; null for none
   */
  public static TaskRequest<?, ?> request(String type, @Nullable Bytes payload) {
    return payload == null
        ? TaskRequest.of(TaskType.of(type))
        : TaskType.of(type, Bytes.class).with(payload);
  }

  public boolean isOrdered() {
    return traits.isOrdered();
  }

  @Override
  public String toString() {
    return "TaskRequest(" + type + (key.isEmpty() ? "" : " / " + key) + ")";
  }
}
