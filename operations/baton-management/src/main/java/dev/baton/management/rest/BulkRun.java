package dev.baton.management.rest;

import dev.baton.api.error.StoreException;
import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.BulkControl;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.internal.ChangeReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A bulk change. Finds tasks page by page, and changes the tasks that the caller may change. A
 * task's type, bucket and key never change, so a permission that was checked when the task was
 * found is still valid when it is changed. Used by one thread.
 */
final class BulkRun {
  private static final int BATCH = 200;
  private static final int MAX_RESULTS = 500;

  /**
   * Half of the time limit of a change, so that the limit never cuts off a batch that has begun.
   */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Time limit of a count: short, because a person waits for it. */
  private static final long LONGEST_DRY_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

  private final long beganNanos;
  private final Call call;
  private final TaskFilter filter;
  private final VisiblePages<TaskInfo> visible;
  private final TaskAction verb;
  private final boolean dry;
  private final ArrayNode results = Json.array();
  private int matched;
  private int changed;
  private int refused;
  private int forbidden;
  private @Nullable String stopped;

  BulkRun(Call call, TaskFilter filter, TaskAction verb, boolean dry) {
    this.beganNanos = call.site().nanoTime().getAsLong();
    this.call = call;
    this.filter = filter;
    this.visible = TaskRoutes.visible(call, filter);
    this.verb = verb;
    this.dry = dry;
  }

  ObjectNode upTo(int atMost, @Nullable Cursor after) {
    Cursor next = after;
    do {
      int size = Math.min(BATCH, atMost - matched);
      try {
        // The page contains only visible tasks, so hidden tasks aren't even counted.
        Page<TaskInfo> page = visible.page(next, size);
        batch(page.items());
        next = page.next().orElse(null);
      } catch (StoreException away) {
        if (matched == 0) {
          throw away;
        }
        // Reports the finished changes. The caller can safely continue at the point where this
        // request stopped.
        stopped = "The database was unavailable, or the search took too long; continue with next";
      }
      boolean isOver =
          call.site().nanoTime().getAsLong() - beganNanos
              > (dry ? LONGEST_DRY_NANOS : LONGEST_NANOS);
      if (next != null && stopped == null && isOver) {
        stopped = "The time limit of one request is reached; continue with next";
      }
    } while (next != null && matched < atMost && stopped == null);
    return report(next);
  }

  private ObjectNode report(@Nullable Cursor next) {
    ObjectNode report = Json.object().put("matched", matched).put("changed", changed);
    report.put("refused", refused).put("forbidden", forbidden).put("dryRun", dry);
    Json.put(report, "next", next == null ? null : next.text());
    Json.put(report, "stopped", stopped);
    report.set("results", results);
    return report;
  }

  private void batch(List<TaskInfo> seen) {
    List<TaskInfo> allowed =
        seen.stream().filter(task -> may(Right.BULK, task) && may(verb.right(), task)).toList();
    Map<UUID, ChangeResult> results = dry ? guessed(allowed) : done(allowed);
    Set<UUID> ids = TaskLookup.ids(allowed.stream());
    matched += seen.size();
    for (TaskInfo task : seen) {
      if (ids.contains(task.id())) {
        tell(task, results.get(task.id()));
      } else {
        forbidden++;
        tell(task, "FORBIDDEN", null);
      }
    }
  }

  private boolean may(Right right, TaskInfo task) {
    return call.caller().may(right, task);
  }

  private Map<UUID, ChangeResult> done(List<TaskInfo> allowed) {
    Map<UUID, ChangeResult> results = new TreeMap<>();
    if (!allowed.isEmpty()) {
      // A task that finishes during the search can be found twice, but it was changed at most once.
      BulkControl bulk =
          verb.operations(call)
              .bulk(filter.ids(TaskLookup.ids(allowed.stream())))
              .atMost(allowed.size())
              .onEach(
                  one ->
                      results.merge(
                          one.taskId(),
                          one.result(),
                          (first, second) -> first.isDone() ? first : second));
      TaskActionRoutes.act(bulk, verb, call.body());
    }
    return results;
  }

  /** Predicts the results from the tasks' statuses alone, because a person waits for the count. */
  private Map<UUID, ChangeResult> guessed(List<TaskInfo> allowed) {
    Map<UUID, ChangeResult> results = new TreeMap<>();
    for (TaskInfo task : allowed) {
      results.put(
          task.id(),
          verb.startsFrom(task.status())
              ? ChangeReport.done()
              : ChangeReport.refused(ChangeResult.Kind.NOT_ALLOWED, "It is " + task.status()));
    }
    return results;
  }

  private void tell(TaskInfo task, @Nullable ChangeResult result) {
    if (result != null && result.isDone()) {
      changed += dry ? 0 : 1;
      tell(task, dry ? "WOULD_CHANGE" : "CHANGED", null);
      return;
    }
    refused++;
    // No result means that the filter doesn't find the task any more.
    tell(
        task, "REFUSED", result == null ? "The task has changed in the meantime" : result.reason());
  }

  private void tell(TaskInfo task, String verdict, @Nullable String detail) {
    if (results.size() < MAX_RESULTS) {
      ObjectNode result = results.addObject();
      Json.put(result, "id", task.id());
      result.put("verdict", verdict);
      Json.put(result, "detail", detail);
    }
  }
}
