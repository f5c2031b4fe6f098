package dev.baton.management.rest;

import dev.baton.api.Progress;
import dev.baton.api.TaskType;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.Versions;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.Cursor;
import dev.baton.operate.IdPrefix;
import dev.baton.operate.Page;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WaitReason;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes that find tasks and show one. */
final class TaskRoutes {
  private static final int MAX_PROGRESS = 10;
  private static final String ID_PREFIX = "idPrefix";

  private TaskRoutes() {}

  static List<Route> all() {
    List<Field> query = new ArrayList<>(FilterFields.ALL);
    query.addAll(Pages.FIELDS);
    query.add(
        Field.text(
            ID_PREFIX,
            36,
            "With an id that begins with this text of at least "
                + IdPrefix.MIN_LENGTH
                + " characters; finds at most "
                + TaskFilter.MAX_IDS));
    query.add(
        Field.of(
            "progress",
            Kind.TRUTH,
            "Adds the progress of running tasks among the first " + MAX_PROGRESS));
    return List.of(
        Route.get(
                "/tasks",
                Right.VIEW,
                "Finds tasks, without payloads; leaves out tasks that the caller may not see",
                "TaskPage",
                TaskRoutes::find)
            .query(query),
        Route.get("/tasks/{id}", Right.VIEW, "Returns one task", "Task", TaskRoutes::one));
  }

  private static Response find(Call call) {
    call.require(Right.VIEW);
    TaskFilter filter = FilterFields.read(call, call.query());
    String prefix = call.query().text(ID_PREFIX);
    boolean moreIds = false;
    if (prefix != null && !prefix.isEmpty()) {
      List<UUID> ids = idsWith(call, prefix);
      if (ids.isEmpty()) {
        return Json.answer(Pages.of(Json.array()));
      }
      moreIds = ids.size() > TaskFilter.MAX_IDS;
      filter = filter.ids(ids.stream().limit(TaskFilter.MAX_IDS).collect(Collectors.toSet()));
    }
    int limit = Pages.limit(call.query());
    Page<TaskInfo> page = visible(call, filter).page(call.query().cursor("after"), limit);
    ArrayNode rows = rows(call, page.items());
    if (call.query().truth("progress")) {
      for (int i = 0; i < Math.min(MAX_PROGRESS, rows.size()); i++) {
        TaskInfo task = page.items().get(i);
        if (task.status() == Status.RUNNING) {
          ObjectNode row = (ObjectNode) rows.get(i);
          progress(call, task).ifPresent(told -> row.set("progress", told));
        }
      }
    }
    Cursor next = page.next().orElse(null);
    ObjectNode answer = Pages.of(rows, next);
    if (next != null && rows.size() < limit) {
      answer.put("cutShort", true);
      Json.put(answer, "cutShortAt", next.at());
    }
    if (moreIds) {
      answer.put("moreIds", true);
    }
    return Json.answer(answer);
  }

  /** Returns one id more than a filter can have, if so many exist. */
  private static List<UUID> idsWith(Call call, String prefix) {
    try {
      return call.baton().operations().ids(new IdPrefix(prefix), TaskFilter.MAX_IDS + 1);
    } catch (IllegalArgumentException notOne) {
      throw HttpProblem.field(ID_PREFIX, String.valueOf(notOne.getMessage()));
    }
  }

  /** Returns the tasks that the filter finds and that the caller may see. */
  static VisiblePages<TaskInfo> visible(Call call, TaskFilter filter) {
    return new VisiblePages<>(
        (after, size) -> VisiblePages.read(call.baton().operations().search(filter), after, size),
        task -> call.caller().may(Right.VIEW, task),
        TaskInfo::cursor,
        () -> call.caller().mayAll(Right.VIEW, scope(filter)));
  }

  private static Scope scope(TaskFilter filter) {
    return new Scope(filter.typeIsPrefix() ? null : filter.type(), filter.bucket(), filter.key());
  }

  static ArrayNode rows(Call call, List<TaskInfo> tasks) {
    TaskView view = TaskView.of(call, tasks);
    ArrayNode rows = Json.array();
    tasks.forEach(task -> rows.add(view.row(task)));
    return rows;
  }

  private static Response one(Call call) {
    call.require(Right.VIEW);
    return one(call, call.id());
  }

  /** Returns the complete task, if the caller may see it. */
  static Response one(Call call, UUID id) {
    TaskInfo task = call.baton().operations().find(id).orElseThrow(() -> TaskLookup.noTask(id));
    call.caller().require(Right.VIEW, Subject.task(task), TaskLookup.noTask(id));
    ObjectNode node = TaskView.of(call, List.of(task)).whole(task);
    waitsFor(call, task).ifPresent(others -> node.set("waitsFor", others));
    Optional<TaskContent> content = call.baton().operations().task(id).content();
    node.put("payloadSize", size(content.flatMap(TaskContent::payload)));
    if (task.isFinished()) {
      node.put("resultSize", size(content.flatMap(TaskContent::result)));
    }
    progress(call, task).ifPresent(progress -> node.set("progress", progress));
    return Versions.tagged(Json.answer(node), task.version());
  }

  /** Returns the tasks that must end before this one. Only a BLOCKED task can wait for others. */
  private static Optional<ObjectNode> waitsFor(Call call, TaskInfo task) {
    if (task.status() != Status.BLOCKED) {
      return Optional.empty();
    }
    return call.baton().operations().task(task.id()).explain().reasons().stream()
        .filter(WaitReason.WaitsFor.class::isInstance)
        .findFirst()
        .map(others -> new ReasonView(call, task).data(others))
        .map(node -> node.without("kind"));
  }

  private static Optional<ObjectNode> progress(Call call, TaskInfo task) {
    Optional<Progress> told =
        call.baton().tasks().handle(TaskType.of(task.type()), task.id()).progress();
    return told.map(
        progress -> {
          ObjectNode node = Json.object().put("fraction", progress.fraction());
          node.put("text", call.site().redaction().apply(progress.text()));
          Json.put(node, "at", progress.at());
          return node;
        });
  }

  private static int size(Optional<Bytes> bytes) {
    return bytes.map(Bytes::length).orElse(0);
  }
}
