package dev.baton.management.rest.related;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.Page;
import dev.baton.operate.Related;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the tasks related to a task: its parent, the tasks that it added, the tasks that it waits
 * for, and the tasks that wait for it.
 */
public final class RelatedRoute {
  private static final int MAX_CHILDREN = 20;
  private static final int MAX_BEFORE = 20;

  private RelatedRoute() {}

  public static Route route() {
    return Route.get(
        "/tasks/{id}/related",
        Right.VIEW,
        "Returns the parent, the first tasks that the handler added, and the tasks before and"
            + " after it, if they still exist and the caller may see them",
        "RelatedTasks",
        RelatedRoute::show);
  }

  private static Response show(Call call) {
    TaskInfo task = TaskLookup.at(call, Right.VIEW);
    ObjectNode node = Json.object();
    task.parentId()
        .ifPresent(
            parent ->
                TaskLookup.visible(call, Set.of(parent))
                    .values()
                    .forEach(one -> put(node, "parent", one)));
    children(call, node, task);
    Related related = call.baton().operations().task(task.id()).related();
    before(call, node, related.waitedFor());
    Map<UUID, TaskInfo> after = TaskLookup.visible(call, Set.copyOf(related.waiters()));
    list(node.putArray("after"), after.values());
    return Json.answer(node);
  }

  /**
   * Finds children by their correlation id, which has an index. Children with another correlation
   * id aren't found.
   */
  private static void children(Call call, ObjectNode node, TaskInfo task) {
    UUID chain = task.correlationId().orElse(task.id());
    TaskFilter filter = TaskFilter.all().parent(task.id()).correlation(chain).oldestFirst();
    VisiblePages<TaskInfo> children =
        new VisiblePages<>(
            (after, size) ->
                VisiblePages.read(call.baton().operations().search(filter), after, size),
            one -> call.caller().may(Right.VIEW, one),
            TaskInfo::cursor);
    ArrayNode shown = node.putArray("children");
    try {
      Page<TaskInfo> part = children.page(null, MAX_CHILDREN);
      list(shown, part.items());
      node.put("moreChildren", part.next().isPresent());
    } catch (SearchTimeoutException | HttpProblem tooMany) {
      // Among many tasks, or many hidden ones, the children may not be found in time. The rest of
      // the response is still useful.
      node.put("moreChildren", true);
    }
  }

  /**
   * Adds the tasks that must end first. A caller who sees everything also gets the number of
   * deleted ones.
   */
  private static void before(Call call, ObjectNode node, List<Prerequisite> all) {
    Set<UUID> looked = new TreeSet<>();
    all.stream()
        .sorted(Comparator.comparing((Prerequisite one) -> one.end() != null))
        .limit(TaskFilter.MAX_IDS)
        .forEach(one -> looked.add(one.id()));
    Map<UUID, TaskInfo> seen = TaskLookup.visible(call, looked);
    ObjectNode before = node.putObject("before");
    int failing = (int) seen.values().stream().filter(RelatedRoute::isFailing).count();
    if (call.caller().seesEverything()) {
      before.put("total", all.size());
      for (Status end : List.of(Status.DONE, Status.FAILED, Status.CANCELLED)) {
        before.put(name(end), all.stream().filter(one -> one.end() == end).count());
      }
    } else {
      before.put("total", seen.size());
      for (Status end : List.of(Status.DONE, Status.FAILED, Status.CANCELLED)) {
        before.put(name(end), seen.values().stream().filter(one -> one.status() == end).count());
      }
    }
    before.put("failing", failing);
    list(
        before.putArray("tasks"),
        seen.values().stream()
            .sorted(Comparator.comparing(RelatedRoute::rank).thenComparing(TaskInfo::id))
            .limit(MAX_BEFORE)
            .toList());
  }

  private static String name(Status end) {
    return end.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Orders tasks that need attention first. */
  private static int rank(TaskInfo task) {
    return isFailing(task) ? 0 : task.status().isFinished() ? 2 : 1;
  }

  private static boolean isFailing(TaskInfo task) {
    return task.status() == Status.ERROR || task.isRetrying();
  }

  private static void list(ArrayNode array, Collection<TaskInfo> tasks) {
    tasks.stream()
        .sorted(Comparator.comparing(RelatedRoute::rank).thenComparing(TaskInfo::id))
        .forEach(task -> fill(array.addObject(), task));
  }

  private static void put(ObjectNode node, String name, TaskInfo task) {
    fill(node.putObject(name), task);
  }

  private static void fill(ObjectNode node, TaskInfo task) {
    Json.put(node, "id", task.id());
    Json.put(node, "status", task.status());
    node.put("type", task.type()).put("failing", isFailing(task));
  }
}
