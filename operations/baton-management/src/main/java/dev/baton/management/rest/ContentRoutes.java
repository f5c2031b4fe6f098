package dev.baton.management.rest;

import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.internal.StoredPayload;
import dev.baton.management.access.Right;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What payloads and results say. Each look is noted before anything is shown. */
final class ContentRoutes {
  private ContentRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
            "/tasks/{id}/payload",
            Right.VIEW_PAYLOAD,
            "What its payload says; noted in the audit",
            "Content",
            ContentRoutes::payload),
        Route.get(
            "/tasks/{id}/result",
            Right.VIEW_PAYLOAD,
            "What its handler answered; noted in the audit",
            "Content",
            ContentRoutes::result));
  }

  private static Response payload(Call call) {
    call.require(Right.VIEW_PAYLOAD);
    UUID id = call.id();
    Optional<Task> live = call.baton().operations().find(id);
    if (live.isPresent()) {
      Task task = live.get();
      return payload(call, id, task.spec(), task.position().version());
    }
    FinishedTask ended = finished(call, id);
    return payload(call, id, ended.spec(), ended.version());
  }

  private static Response payload(Call call, UUID id, TaskSpec spec, long version) {
    require(call, id, spec);
    call.operations().note("VIEW_PAYLOAD", id, version, null);
    return Json.answer(spec.isPayloadCleared() ? Content.cleared() : Content.of(raw(spec)));
  }

  private static Response result(Call call) {
    call.require(Right.VIEW_PAYLOAD);
    UUID id = call.id();
    Optional<Task> live = call.baton().operations().find(id);
    if (live.isPresent()) {
      require(call, id, live.get().spec());
      // Of one that repeats: what its last run answered.
      Optional<Bytes> last = call.baton().operations().lastResult(id);
      if (last.isPresent()) {
        call.operations().note("VIEW_RESULT", id, live.get().position().version(), null);
      }
      return Json.answer(Content.of(last.orElse(null)));
    }
    FinishedTask ended = finished(call, id);
    require(call, id, ended.spec());
    call.operations().note("VIEW_RESULT", id, ended.version(), null);
    return Json.answer(Content.of(ended.result()));
  }

  private static FinishedTask finished(Call call, UUID id) {
    return call.baton().operations().findFinished(id).orElseThrow(() -> TaskLookup.noTask(id));
  }

  private static void require(Call call, UUID id, TaskSpec spec) {
    call.caller().require(Right.VIEW_PAYLOAD, Subject.task(id, spec), TaskLookup.noTask(id));
  }

  /** As its codec wrote it; as it is stored where it isn't what it says it is. */
  static @Nullable Bytes raw(TaskSpec spec) {
    Bytes stored = spec.payload();
    try {
      return stored == null ? null : StoredPayload.raw(stored, spec.traits());
    } catch (PayloadUnreadableException broken) {
      return stored;
    }
  }
}
