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

/**
 * Routes for the contents of payloads and results. Each read is audited before anything is shown.
 */
final class ContentRoutes {
  private ContentRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
            "/tasks/{id}/payload",
            Right.VIEW_PAYLOAD,
            "Returns the task's payload; the audit records each read",
            "Content",
            ContentRoutes::payload),
        Route.get(
            "/tasks/{id}/result",
            Right.VIEW_PAYLOAD,
            "Returns the result of the task's handler; the audit records each read",
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
    // The result of a repeating task is the result of its last run.
    if (task.isFinished() || content.result().isPresent()) {
      call.operations().note(OperatorNote.of("VIEW_RESULT").task(task.id(), task.version()));
    }
    return Json.answer(Content.of(content.result().orElse(null)));
  }

  /** Returns the task of the path if the caller may see its content. */
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
