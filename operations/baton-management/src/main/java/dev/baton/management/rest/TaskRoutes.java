package dev.baton.management.rest;

import dev.baton.api.Progress;
import dev.baton.api.TaskType;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.Cursor;
import dev.baton.operate.FoundTask;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.WaitReason;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Finding tasks, and looking at one. */
final class TaskRoutes {
  private static final int MAX_PROGRESS = 10;

  private TaskRoutes() {}

  static List<Route> all() {
    List<Field> query = new ArrayList<>(FilterFields.ALL);
    query.addAll(Pages.FIELDS);
    query.add(
        Field.of(
            "progress",
            Kind.TRUTH,
            "Whether to tell how far tasks that run have come; of the first " + MAX_PROGRESS));
    return List.of(
        Route.get(
                "/tasks",
                Right.VIEW,
                "Tasks by what they have in common, without payloads; those that mayn't be seen"
                    + " are left out",
                "TaskPage",
                TaskRoutes::find)
            .query(query),
        Route.get("/tasks/{id}", Right.VIEW, "One task", "Task", TaskRoutes::one));
  }

  private static Response find(Call call) {
    call.require(Right.VIEW);
    TaskFilter filter = FilterFields.read(call, call.query());
    int limit = Pages.limit(call.query());
    VisiblePages.Part<FoundTask, Cursor> page =
        visible(call, filter).page(call.query().cursor("after"), limit);
    ArrayNode rows = rows(call, page.items());
    if (call.query().truth("progress")) {
      for (int i = 0; i < Math.min(MAX_PROGRESS, rows.size()); i++) {
        FoundTask task = page.items().get(i);
        if (task.status() == Status.RUNNING) {
          ObjectNode row = (ObjectNode) rows.get(i);
          progress(call, task.spec().type(), task.id())
              .ifPresent(told -> row.set("progress", told));
        }
      }
    }
    ObjectNode answer = Pages.of(rows, page.next());
    Cursor next = page.next();
    if (next != null && rows.size() < limit) {
      answer.put("cutShort", true);
      Json.put(answer, "cutShortAt", next.at());
    }
    return Json.answer(answer);
  }

  /** What the filter finds, as far as the caller may see it. */
  static VisiblePages<FoundTask, Cursor> visible(Call call, TaskFilter filter) {
    return new VisiblePages<>(
        (after, size) -> VisiblePages.Part.of(call.baton().operations().find(filter, after, size)),
        task -> call.caller().may(Right.VIEW, task.id(), task.spec()),
        FoundTask::cursor,
        () -> call.caller().mayAll(Right.VIEW, scope(filter)));
  }

  private static Scope scope(TaskFilter filter) {
    return new Scope(filter.typeIsPrefix() ? null : filter.type(), filter.bucket(), filter.key());
  }

  /** With the latest errors of those that live, read at once. */
  static ArrayNode rows(Call call, List<FoundTask> tasks) {
    Map<UUID, String> errors =
        call.baton()
            .operations()
            .latestErrors(TaskLookup.ids(tasks.stream().filter(FoundTask.Live.class::isInstance)));
    TaskView view = TaskView.of(call, tasks.stream().map(FoundTask::spec));
    ArrayNode rows = Json.array();
    tasks.forEach(task -> rows.add(view.row(task, errors.get(task.id()))));
    return rows;
  }

  private static Response one(Call call) {
    call.require(Right.VIEW);
    return one(call, call.id());
  }

  /** The whole of it, for who may see it. */
  static Response one(Call call, UUID id) {
    Optional<Task> live = call.baton().operations().find(id);
    return live.isPresent()
        ? live(call, live.get())
        : finished(
            call,
            call.baton().operations().findFinished(id).orElseThrow(() -> TaskLookup.noTask(id)));
  }

  private static Response live(Call call, Task task) {
    call.caller()
        .require(Right.VIEW, Subject.task(task.id(), task.spec()), TaskLookup.noTask(task.id()));
    TaskView view = TaskView.of(call, Stream.of(task.spec()));
    ObjectNode node = view.live(task);
    call.baton().operations().attempts(task.id()).stream()
        .findFirst()
        .ifPresent(latest -> node.put("error", view.shown(latest.error())));
    waitsFor(call, task).ifPresent(others -> node.set("waitsFor", others));
    return whole(call, node, task.id(), task.spec(), task.position().version());
  }

  /** The tasks that must end before it. Only a task that stands still can wait for others. */
  private static Optional<ObjectNode> waitsFor(Call call, Task task) {
    if (task.position().status() != Status.BLOCKED) {
      return Optional.empty();
    }
    return call.baton().operations().explain(task.id()).reasons().stream()
        .filter(WaitReason.WaitsFor.class::isInstance)
        .findFirst()
        .map(others -> new ReasonView(call, task.spec()).data(others))
        .map(node -> node.without("kind"));
  }

  private static Response finished(Call call, FinishedTask task) {
    call.caller()
        .require(Right.VIEW, Subject.task(task.id(), task.spec()), TaskLookup.noTask(task.id()));
    ObjectNode node = TaskView.of(call, Stream.of(task.spec())).finished(task);
    node.put("resultSize", size(task.result()));
    return whole(call, node, task.id(), task.spec(), task.version());
  }

  private static Response whole(Call call, ObjectNode node, UUID id, TaskSpec spec, long version) {
    call.baton().operations().find(TaskFilter.all().ids(Set.of(id)), null, 1).items().stream()
        .findFirst()
        .ifPresent(found -> TaskView.labels(node, found.labels()));
    node.put("payloadSize", size(spec.payload()));
    progress(call, spec.type(), id).ifPresent(progress -> node.set("progress", progress));
    return Json.answer(node).with("ETag", "\"" + version + "\"");
  }

  private static Optional<ObjectNode> progress(Call call, String type, UUID id) {
    Optional<Progress> told = call.baton().tasks().handle(TaskType.of(type), id).progress();
    return told.map(
        progress -> {
          ObjectNode node = Json.object().put("fraction", progress.fraction());
          node.put("text", call.site().redaction().apply(progress.text()));
          Json.put(node, "at", progress.at());
          return node;
        });
  }

  private static int size(@Nullable Bytes bytes) {
    return bytes == null ? 0 : bytes.length();
  }
}
