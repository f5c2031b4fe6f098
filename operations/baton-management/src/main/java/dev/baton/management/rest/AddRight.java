package dev.baton.management.rest;

import dev.baton.api.TaskRequest;
import dev.baton.api.schedule.Schedule;
import dev.baton.api.schedule.Timing;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.rest.request.Call;
import org.jspecify.annotations.Nullable;

/**
 * Who may add which task. The right is needed in the bucket that the request names, and in the
 * bucket that the type's definition names: a handler is no less guarded for being called from
 * another bucket.
 */
final class AddRight {
  private AddRight() {}

  static boolean covers(Call call, TaskRequest request) {
    @Nullable String bucket = request.bucket();
    if (bucket == null) {
      return call.caller().mayAll(Right.ADD, new Scope(request.type(), null, request.key()));
    }
    @Nullable String defined = definedBucket(call, request.type());
    return covers(call, request, bucket) && (defined == null || covers(call, request, defined));
  }

  private static boolean covers(Call call, TaskRequest request, String bucket) {
    Subject subject = new Subject(request.type(), bucket, request.key(), request.id());
    return call.caller().may(Right.ADD, subject);
  }

  /** Returns the bucket of the type's definition; null if this node has none. */
  static @Nullable String definedBucket(Call call, String type) {
    Schedule bare = Schedule.of("add", Timing.of("rate PT1H")).runs(TaskRequest.of(type));
    return call.baton().schedules().complete(bare).request().bucket();
  }
}
