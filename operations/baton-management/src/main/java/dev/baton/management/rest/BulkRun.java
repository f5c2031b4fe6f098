package dev.baton.management.rest;

import dev.baton.api.error.StoreException;
import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.BulkAction;
import dev.baton.operate.BulkReport;
import dev.baton.operate.Cursor;
import dev.baton.operate.FoundTask;
import dev.baton.operate.Operations;
import dev.baton.operate.Operations.Verdict;
import dev.baton.operate.TaskFilter;
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
 * One bulk: page by page, it finds tasks, keeps those that its caller may do this with, and does it
 * with them. A task's type, bucket and key never change, so what was allowed when it was found is
 * when it is done. Used by one thread.
 */
final class BulkRun {
  private static final int BATCH = 200;
  private static final int MAX_RESULTS = 500;

  /** Half of what a change may take: no batch that was begun is cut off by the end of it. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A person waits for the count. */
  private static final long LONGEST_DRY_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

  private final long beganNanos;
  private final Call call;
  private final TaskFilter filter;
  private final VisiblePages<FoundTask, Cursor> visible;
  private final TaskAction verb;
  private final BulkAction action;
  private final boolean dry;
  private final ArrayNode results = Json.array();
  private int applied;
  private int refused;
  private int forbidden;
  private @Nullable String stopped;

  BulkRun(Call call, TaskFilter filter, TaskAction verb, BulkAction action, boolean dry) {
    this.beganNanos = call.site().nanoTime().getAsLong();
    this.call = call;
    this.filter = filter;
    this.visible = TaskRoutes.visible(call, filter);
    this.verb = verb;
    this.action = action;
    this.dry = dry;
  }

  ObjectNode upTo(int atMost, @Nullable Cursor after) {
    Cursor next = after;
    int seen = 0;
    do {
      int size = Math.min(BATCH, atMost - seen);
      try {
        // Those that mayn't be seen aren't even counted.
        VisiblePages.Part<FoundTask, Cursor> page = visible.page(next, size);
        batch(page.items());
        seen += page.items().size();
        next = page.next();
      } catch (StoreException away) {
        if (seen == 0) {
          throw away;
        }
        // What is done is told; the caller goes on from where it broke off, which does no harm.
        stopped = "The database went away, or the search took too long; go on with next";
      }
      boolean isOver =
          call.site().nanoTime().getAsLong() - beganNanos
              > (dry ? LONGEST_DRY_NANOS : LONGEST_NANOS);
      if (next != null && stopped == null && isOver) {
        stopped = "That is as much as one request may take; go on with next";
      }
    } while (next != null && seen < atMost && stopped == null);
    return report(next);
  }

  private ObjectNode report(@Nullable Cursor next) {
    ObjectNode report = Json.object().put("applied", applied).put("refused", refused);
    report.put("forbidden", forbidden).put("dryRun", dry);
    Json.put(report, "next", next == null ? null : next.text());
    Json.put(report, "stopped", stopped);
    report.set("results", results);
    return report;
  }

  private void batch(List<FoundTask> seen) {
    List<FoundTask> allowed =
        seen.stream().filter(task -> may(Right.BULK, task) && may(verb.right(), task)).toList();
    Map<UUID, Verdict> verdicts = dry ? guessed(allowed) : done(allowed);
    Set<UUID> ids = TaskLookup.ids(allowed.stream());
    for (FoundTask task : seen) {
      if (!ids.contains(task.id())) {
        forbidden++;
        tell(task, "FORBIDDEN", null);
      } else {
        tell(task, verdicts.get(task.id()));
      }
    }
  }

  private boolean may(Right right, FoundTask task) {
    return call.caller().may(right, task.id(), task.spec());
  }

  private Map<UUID, Verdict> done(List<FoundTask> allowed) {
    Map<UUID, Verdict> verdicts = new TreeMap<>();
    if (!allowed.isEmpty()) {
      TaskFilter these = filter.ids(TaskLookup.ids(allowed.stream()));
      operations()
          .bulk(
              these,
              action,
              null,
              allowed.size(),
              (BulkReport.Result result) -> {
                // One that finishes meanwhile is met twice; it was changed at most once.
                verdicts.merge(
                    result.task().id(),
                    result.verdict(),
                    (first, second) -> first instanceof Verdict.Applied ? first : second);
                return true;
              });
    }
    return verdicts;
  }

  /** What takes a reason says it about the change itself, not twice. */
  private Operations operations() {
    boolean says = action instanceof BulkAction.Fail || action instanceof BulkAction.Cancel;
    return says ? call.operations(null) : call.operations();
  }

  private Map<UUID, Verdict> guessed(List<FoundTask> allowed) {
    Map<UUID, Verdict> verdicts = new TreeMap<>();
    for (FoundTask task : allowed) {
      verdicts.put(
          task.id(),
          verb.startsFrom(task.status())
              ? new Verdict.Applied()
              : new Verdict.NotAllowed("It is " + task.status()));
    }
    return verdicts;
  }

  private void tell(FoundTask task, @Nullable Verdict verdict) {
    if (verdict instanceof Verdict.Applied) {
      applied++;
      tell(task, "APPLIED", null);
      return;
    }
    refused++;
    if (verdict instanceof Verdict.NotAllowed refusal) {
      tell(task, "REFUSED", refusal.reason());
    } else if (verdict instanceof Verdict.NotFound) {
      tell(task, "REFUSED", "It is kept no longer");
    } else {
      // Stale, or not found by the filter any more.
      tell(task, "REFUSED", "It has changed meanwhile");
    }
  }

  private void tell(FoundTask task, String verdict, @Nullable String detail) {
    if (results.size() < MAX_RESULTS) {
      ObjectNode result = results.addObject();
      Json.put(result, "id", task.id());
      result.put("verdict", verdict);
      Json.put(result, "detail", detail);
    }
  }
}
