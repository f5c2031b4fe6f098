package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.operate.OperatorNote;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskInfo;
import java.util.List;

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
    TaskInfo task = task(call);
    call.operations().note(OperatorNote.of("VIEW_PAYLOAD").task(task.id(), task.version()));
    TaskContent content = content(call, task);
    return Json.answer(
        content.isPayloadRemoved()
            ? Content.cleared()
            : Content.of(content.payload().orElse(null)));
  }

  private static Response result(Call call) {
    TaskInfo task = task(call);
    TaskContent content = content(call, task);
    // Of one that repeats: what its last run answered.
    if (task.isFinished() || content.result().isPresent()) {
      call.operations().note(OperatorNote.of("VIEW_RESULT").task(task.id(), task.version()));
    }
    return Json.answer(Content.of(content.result().orElse(null)));
  }

  /** The task of the path, if its content may be seen. */
  private static TaskInfo task(Call call) {
    return TaskLookup.at(call, Right.VIEW_PAYLOAD);
  }

  private static TaskContent content(Call call, TaskInfo task) {
    return call.baton()
        .operations()
        .task(task.id())
        .content()
        .orElseThrow(() -> TaskLookup.noTask(task.id()));
  }
}
