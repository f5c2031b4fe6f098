package dev.baton.management.rest;

import dev.baton.api.Cursor;
import dev.baton.api.FoundTask;
import dev.baton.api.Page;
import dev.baton.api.PastAttempt;
import dev.baton.api.TaskFilter;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Finding tasks, and looking at one. */
final class TaskRoutes {
  static final Field AFTER = Field.of("after", Kind.CURSOR, "What the page before gave as its next");
  static final Field LIMIT = Field.integer("limit", 1, Page.MOST, "Entries; 50 by default");
  private static final int USUAL = 50;

  /** Pages that are read for one answer where most of what they have mayn't be seen. */
  private static final int MOST_PAGES = 10;

  private TaskRoutes() {}

  static List<Route> all() {
    List<Field> query = new ArrayList<>(FilterFields.ALL);
    query.addAll(List.of(AFTER, LIMIT));
    return List.of(
        Route.get("/tasks", Right.VIEW, "Tasks by what they have in common", "tasks", TaskRoutes::find)
            .query(query),
        Route.get("/tasks/{id}", Right.VIEW, "One task", "task", TaskRoutes::one));
  }

  static int limit(Input input) {
    return input.integer("limit", USUAL);
  }

  private static Response find(Call call) {
    call.require(Right.VIEW);
    TaskFilter filter = FilterFields.read(call.query());
    int limit = limit(call.query());
    TaskView view = new TaskView(call);
    ArrayNode items = Json.array();
    Cursor next = call.query().cursor("after");
    for (int pages = 0; pages < MOST_PAGES; pages++) {
      Page<FoundTask> page = call.baton().operations().find(filter, next, limit - items.size());
      for (FoundTask found : page.items()) {
        if (call.caller().may(Right.VIEW, found.id(), found.spec())) {
          items.add(view.row(found, null));
        }
      }
      next = page.next();
      if (next == null || items.size() == limit) {
        break;
      }
    }
    return Json.answer(page(items, next));
  }

  static ObjectNode page(ArrayNode items, @Nullable Cursor next) {
    ObjectNode page = Json.object();
    page.set("items", items);
    Json.put(page, "next", next == null ? null : next.text());
    return page;
  }

  private static Response one(Call call) {
    UUID id = call.id();
    Optional<Task> live = call.baton().operations().find(id);
    if (live.isPresent()) {
      return live(call, live.get());
    }
    FinishedTask ended =
        call.baton().operations().findFinished(id).orElseThrow(() -> noSuchTask(id));
    call.caller().require(Right.VIEW, dev.baton.management.access.Subject.task(id, ended.spec()));
    ObjectNode node = new TaskView(call).finished(ended);
    node.put("payloadSize", size(ended.spec().payload()));
    return tagged(node, ended.version());
  }

  private static Response live(Call call, Task task) {
    UUID id = task.id();
    TaskSpec spec = task.spec();
    call.caller().require(Right.VIEW, dev.baton.management.access.Subject.task(id, spec));
    TaskView view = new TaskView(call);
    ObjectNode node = view.live(task);
    node.put("payloadSize", size(spec.payload()));
    List<PastAttempt> failures = call.baton().operations().attempts(id);
    if (!failures.isEmpty()) {
      node.put("error", view.shown(failures.get(0).error()));
    }
    return tagged(node, task.position().version());
  }

  static Refused noSuchTask(UUID id) {
    return new Refused(404, "There is no task " + id + ", or it is kept no longer");
  }

  private static Response tagged(ObjectNode node, long version) {
    return Json.answer(node).with("ETag", "\"" + version + "\"");
  }

  private static int size(@Nullable Bytes payload) {
    return payload == null ? 0 : payload.length();
  }
}
