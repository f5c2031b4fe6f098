package dev.baton.management.rest;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.internal.RequestFields;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Timing;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may add which task. The right is needed in the bucket of the request and in the
 * bucket of the type's definition, because the choice of another bucket must not weaken the
 * protection of a handler.
 */
final class AddRight {
  private static final int DERIVED = 8;

  private AddRight() {}

  static boolean covers(Call call, RequestFields request) {
    @Nullable String bucket = request.bucket();
    if (bucket == null) {
      return call.caller().mayAll(Right.ADD, new Scope(request.type(), null, request.key()));
    }
    @Nullable String defined = definedBucket(call, request.type());
    return covers(call, request, bucket) && (defined == null || covers(call, request, defined));
  }

  private static boolean covers(Call call, RequestFields request, String bucket) {
    Subject subject = new Subject(request.type(), bucket, request.key(), request.id());
    return call.caller().may(Right.ADD, subject);
  }

  /** Returns the bucket of the type's definition, or null if this node has none. */
  static @Nullable String definedBucket(Call call, String type) {
    Schedule bare =
        Schedule.of("add", Timing.of("rate PT1H")).adds(TaskRequest.of(TaskType.of(type)));
    TaskRequest<?, ?> completed = call.baton().schedules().complete(bare).request();
    return RequestFields.of(completed).bucket();
  }

  /**
   * Refuses an id or a unique key from a caller who may not add every task that could have it.
   * Otherwise the response would reveal whether a hidden task has it, and the caller could take a
   * free one away from its task. The refusal is the same whether the id is taken or free.
   */
  static void requireForOwnNames(Call call, RequestFields request) {
    @Nullable UUID id = request.id();
    Scope type = new Scope(request.type(), null, null);
    if ((id != null || request.uniqueKey() != null) && !call.caller().mayAll(Right.ADD, type)) {
      throw new HttpProblem(
          403,
          "All tasks of a type share their ids and unique keys: using one needs the right ADD for"
              + " every task of type "
              + request.type());
    }
    if (id != null
        && id.version() == DERIVED
        && !call.caller().mayAll(Right.ADD, Scope.everyTask())) {
      throw new HttpProblem(
          403,
          "An id of version 8 is derived from a type, which may be any type: it needs the right ADD"
              + " for every task");
    }
  }
}
