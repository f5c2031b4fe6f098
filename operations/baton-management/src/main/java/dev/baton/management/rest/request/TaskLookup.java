package dev.baton.management.rest.request;

import dev.baton.management.access.Right;
import dev.baton.management.access.Subject;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Looks up tasks without their payloads, which may be large. */
public final class TaskLookup {
  private TaskLookup() {}

  /** Returns the task of the path, if the caller may do this with it. */
  public static TaskInfo at(Call call, Right right) {
    call.caller().require(right);
    UUID id = call.id();
    TaskInfo found = find(call, id).orElseThrow(() -> noTask(id));
    call.caller().require(right, Subject.task(found), noTask(id));
    return found;
  }

  /** Returns the task as it is in lists. */
  public static Optional<TaskInfo> find(Call call, UUID id) {
    return call.baton().operations().search(TaskFilter.all().ids(Set.of(id))).first();
  }

  /** Returns those of the tasks that still exist and that the caller may see. */
  public static Map<UUID, TaskInfo> visible(Call call, Set<UUID> ids) {
    Map<UUID, TaskInfo> kept = kept(call, ids);
    kept.values().removeIf(task -> !call.caller().may(Right.VIEW, task));
    return kept;
  }

  private static Map<UUID, TaskInfo> kept(Call call, Set<UUID> ids) {
    Map<UUID, TaskInfo> kept = new HashMap<>();
    List<UUID> left = new ArrayList<>(ids);
    for (int from = 0; from < left.size(); from += Page.MAX_SIZE) {
      List<UUID> some = left.subList(from, Math.min(left.size(), from + Page.MAX_SIZE));
      TaskFilter these = TaskFilter.all().ids(Set.copyOf(some));
      call.baton().operations().search(these).forEach(task -> kept.put(task.id(), task));
    }
    return kept;
  }

  /**
   * Returns a predicate for the tasks that the caller may know of. For a caller who sees
   * everything, no task is read.
   */
  public static Predicate<UUID> nameable(Call call, Set<UUID> ids) {
    return nameable(call, ids, ids);
  }

  /**
   * Returns a predicate for ids, some of which were chosen by a caller and belong to no task.
   *
   * @param tasks the ids that belong to tasks: if such a task is deleted, its id isn't shown
   */
  public static Predicate<UUID> nameable(Call call, Set<UUID> ids, Set<UUID> tasks) {
    if (call.caller().seesEverything()) {
      return id -> true;
    }
    Map<UUID, TaskInfo> kept = kept(call, ids);
    return id -> {
      TaskInfo task = kept.get(id);
      return task == null ? !tasks.contains(id) : call.caller().may(Right.VIEW, task);
    };
  }

  public static Set<UUID> ids(Stream<TaskInfo> tasks) {
    Set<UUID> ids = new TreeSet<>();
    tasks.forEach(task -> ids.add(task.id()));
    return ids;
  }

  /** Returns the same problem for a missing task and for one that the caller may not see. */
  public static HttpProblem noTask(UUID id) {
    return new HttpProblem(404, "Task " + id + " doesn't exist, is deleted, or you may not see it");
  }
}
