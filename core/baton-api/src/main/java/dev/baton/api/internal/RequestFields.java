package dev.baton.api.internal;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.row.When;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The values of all fields of a request.
 *
 * @param runAt earliest time to run; null for now
 * @param payload the payload in its stored form
 * @param keyRetention how long the unique key stays taken
 * @param mustBeDone the tasks that must be DONE before this task starts
 * @param mustHaveEnded the tasks that must have ended before this task starts
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
    TaskKey.KeyRetention keyRetention,
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

  private static volatile @Nullable Access access;

  /** Reads requests, and changes fields that applications can't set. */
  public interface Access {
    RequestFields read(TaskRequest<?, ?> request);

    TaskRequest<?, ?> encoded(TaskRequest<?, ?> request, Supplier<PayloadCodec> standard);

    TaskRequest<?, ?> withTraits(TaskRequest<?, ?> request, TaskTraits traits);

    TaskRequest<?, ?> ordered(TaskRequest<?, ?> request);

    <P, R> TaskRequest<P, R> withoutLocalDispatch(TaskRequest<P, R> request);

    TaskRequest<?, ?> named(
        TaskRequest<?, ?> request, UUID id, String uniqueKey, TaskKey.KeyRetention retention);
  }

  /** Sets the access to requests. Only {@link TaskRequest} itself calls this. */
  public static void accessBy(Access requests) {
    access = requests;
  }

  @SuppressWarnings("NullAway") // TaskRequest calls accessBy before any request exists
  private static Access access() {
    return access;
  }

  /**
   * Returns the fields of a request, with its payload encoded: by the type's codec or, if the type
   * sets none, as JSON.
   */
  public static RequestFields of(TaskRequest<?, ?> request) {
    return of(request, Codecs.STANDARD);
  }

  /**
   * Returns the fields of a request, with its payload encoded.
   *
   * @param standard the codec for a type that sets none
   */
  public static RequestFields of(TaskRequest<?, ?> request, Supplier<PayloadCodec> standard) {
    return access().read(encoded(request, standard));
  }

  /**
   * Returns the fields of a request without encoding its payload. The payload field is null if the
   * payload isn't encoded yet.
   */
  public static RequestFields withoutPayload(TaskRequest<?, ?> request) {
    return access().read(request);
  }

  /** Returns a copy of the request whose payload is encoded. */
  public static TaskRequest<?, ?> encoded(
      TaskRequest<?, ?> request, Supplier<PayloadCodec> standard) {
    return access().encoded(request, standard);
  }

  /** Returns a copy of the request with these traits, which include the form of its payload. */
  public static TaskRequest<?, ?> withTraits(TaskRequest<?, ?> request, TaskTraits traits) {
    return access().withTraits(request, traits);
  }

  /**
   * Returns a copy of the request for an ordered task, which starts after all earlier ordered tasks
   * of its type and key have ended.
   */
  public static TaskRequest<?, ?> ordered(TaskRequest<?, ?> request) {
    return access().ordered(request);
  }

  /** Returns a copy of the request without local dispatch: any node may claim the task. */
  public static <P, R> TaskRequest<P, R> withoutLocalDispatch(TaskRequest<P, R> request) {
    return access().withoutLocalDispatch(request);
  }

  /**
   * Returns a copy of the request with this id and unique key, and the same choice for duplicates.
   */
  public static TaskRequest<?, ?> named(
      TaskRequest<?, ?> request, UUID id, String uniqueKey, TaskKey.KeyRetention retention) {
    return access().named(request, id, uniqueKey, retention);
  }

  /**
   * Returns a request for a task whose type is known only by its name.
   *
   * @param payload the payload in its stored form; null for none
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
