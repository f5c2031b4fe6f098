package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.api.AuditEntry;
import dev.baton.api.AuditFilter;
import dev.baton.api.BulkReport;
import dev.baton.api.Cursor;
import dev.baton.api.Explanation;
import dev.baton.api.FoundTask;
import dev.baton.api.Operations;
import dev.baton.api.Operations.Verdict;
import dev.baton.api.Page;
import dev.baton.api.PastAttempt;
import dev.baton.api.Pause;
import dev.baton.api.ScheduleState;
import dev.baton.api.Schedules;
import dev.baton.api.StoredPayload;
import dev.baton.api.TimeRange;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Straight to the database, through a node that adds, runs and leads nothing. */
final class DatabaseDesk implements Desk {
  private final Baton baton;
  private final String actor;
  private final AutoCloseable connections;

  /**
   * @param baton a client; closed with this desk, and then the connections
   * @param actor who the audit says it was
   */
  DatabaseDesk(Baton baton, String actor, AutoCloseable connections) {
    this.baton = baton;
    this.actor = actor;
    this.connections = connections;
  }

  @Override
  public ObjectNode tasks(TaskQuery query, @Nullable String after, int limit) {
    Page<FoundTask> page = baton.operations().find(query.filter(), cursor(after), limit);
    TaskJson json = json();
    Set<UUID> live =
        page.items().stream()
            .filter(FoundTask.Live.class::isInstance)
            .map(FoundTask::id)
            .collect(Collectors.toSet());
    Map<UUID, String> errors = live.isEmpty() ? Map.of() : baton.operations().latestErrors(live);
    return page(
        page.items().stream().map(found -> json.found(found, errors.get(found.id()))).toList(),
        page.next());
  }

  @Override
  public ObjectNode task(UUID id) {
    Optional<Task> live = baton.operations().find(id);
    if (live.isPresent()) {
      return json().live(live.get(), latestError(id));
    }
    return json().finished(baton.operations().findFinished(id).orElseThrow(() -> noTask(id)));
  }

  private @Nullable String latestError(UUID id) {
    List<PastAttempt> attempts = baton.operations().attempts(id);
    return attempts.isEmpty() ? null : attempts.get(0).error();
  }

  @Override
  public ObjectNode payload(UUID id) {
    TaskSpec spec =
        baton
            .operations()
            .find(id)
            .map(Task::spec)
            .or(() -> baton.operations().findFinished(id).map(FinishedTask::spec))
            .orElseThrow(() -> noTask(id));
    Bytes payload = spec.payload();
    if (payload == null) {
      throw Failure.refused("The task " + id + " has no payload");
    }
    baton.operations().as(actor).note("VIEW_PAYLOAD", id, null, null);
    return StoredBytes.json(StoredPayload.raw(payload, spec.context()));
  }

  @Override
  public ObjectNode attempts(UUID id) {
    TaskJson json = json();
    return Json.page(baton.operations().attempts(id).stream().map(json::attempt).toList(), null);
  }

  @Override
  public ObjectNode explanation(UUID id) {
    Explanation explanation = baton.operations().explain(id);
    ObjectNode json = Json.object();
    Json.put(json, "task", id);
    Json.put(json, "text", explanation.text());
    ArrayNode reasons = json.putArray("reasons");
    explanation
        .reasons()
        .forEach(
            reason -> {
              ObjectNode one = reasons.addObject();
              Json.put(one, "kind", reason.getClass().getSimpleName());
              Json.put(one, "text", reason.words());
            });
    return json;
  }

  @Override
  public ObjectNode change(UUID id, Change change) {
    Verdict verdict = Verbs.apply(as(change), id, change);
    if (verdict instanceof Verdict.NotFound) {
      throw noTask(id);
    }
    if (verdict instanceof Verdict.NotAllowed refused) {
      throw Failure.refused("Task " + id + " can't do that: " + refused.reason());
    }
    if (verdict instanceof Verdict.Stale stale) {
      throw Failure.refused(
          "Task "
              + id
              + " has changed since: it is "
              + stale.current().position().status()
              + " under version "
              + stale.current().position().version()
              + ". Nothing was changed; look at it again");
    }
    ObjectNode json = Json.object();
    Json.put(json, "verdict", "APPLIED");
    json.set("task", task(id));
    return json;
  }

  @Override
  public ObjectNode bulk(TaskQuery query, Change change, int atMost, @Nullable String after) {
    List<BulkReport.Result> refused = new ArrayList<>();
    BulkReport report =
        as(change)
            .bulk(
                query.filter(),
                Verbs.bulk(change),
                cursor(after),
                atMost,
                result -> {
                  if (!(result.verdict() instanceof Verdict.Applied) && refused.size() < 500) {
                    refused.add(result);
                  }
                  return true;
                });
    ObjectNode json = Json.object();
    Json.put(json, "applied", report.applied());
    Json.put(json, "refused", report.refused());
    Json.put(json, "next", report.next() == null ? null : report.next().text());
    ArrayNode results = json.putArray("results");
    refused.forEach(result -> results.add(Verbs.result(result)));
    return json;
  }

  @Override
  public ObjectNode pauses() {
    return Json.page(baton.cluster().pauses().stream().map(TaskJson::paused).toList(), null);
  }

  @Override
  public ObjectNode pause(Pause pause, String reason) {
    note("PAUSE", words(pause) + "; " + reason);
    return changed(baton.cluster().pause(pause, reason));
  }

  @Override
  public ObjectNode resume(Pause pause) {
    note("RESUME", words(pause));
    return changed(baton.cluster().resume(pause));
  }

  /** Before it is done: what is done leaves its trace, also when the answer is lost. */
  private void note(String action, String detail) {
    baton.operations().as(actor).note(action, null, null, detail);
  }

  private static String words(Pause pause) {
    StringBuilder words = new StringBuilder("tasks");
    told(words, "bucket", pause.bucket());
    told(words, "type", pause.type());
    told(words, "key", pause.key());
    return words.toString();
  }

  private static void told(StringBuilder words, String what, @Nullable String name) {
    if (name != null) {
      words.append(", ").append(what).append(' ').append(name);
    }
  }

  private static ObjectNode changed(boolean now) {
    ObjectNode json = Json.object();
    Json.put(json, "changed", now);
    return json;
  }

  @Override
  public ObjectNode schedules(@Nullable String after, int limit) {
    List<ScheduleState> found = baton.schedules().list(after, limit);
    return Json.page(
        found.stream().map(TaskJson::schedule).toList(),
        found.size() < limit ? null : found.get(limit - 1).name());
  }

  @Override
  public ObjectNode schedule(String name) {
    return TaskJson.schedule(baton.schedules().find(name).orElseThrow(() -> noSchedule(name)));
  }

  @Override
  public ObjectNode changeSchedule(String name, String verb) {
    Schedules schedules = baton.schedules();
    if (schedules.find(name).isEmpty()) {
      throw noSchedule(name);
    }
    note("SCHEDULE_" + verb.toUpperCase(Locale.ROOT), name);
    switch (verb) {
      case "run" -> schedules.runNow(name);
      case "pause" -> schedules.pause(name);
      case "resume" -> schedules.resume(name);
      case "end" -> schedules.end(name);
      case "remove" -> schedules.remove(name);
      default -> throw new IllegalArgumentException("No verb of schedules: " + verb);
    }
    if (!verb.equals("remove")) {
      return schedule(name);
    }
    ObjectNode json = Json.object();
    Json.put(json, "removed", true);
    return json;
  }

  @Override
  public ObjectNode nodes() {
    return Json.page(baton.cluster().nodes().stream().map(TaskJson::member).toList(), null);
  }

  @Override
  public ObjectNode audit(AuditQuery query, @Nullable String after, int limit) {
    AuditFilter filter =
        new AuditFilter(query.task(), query.actor(), null, new TimeRange(query.from(), query.to()));
    Page<AuditEntry> page = baton.operations().audit(filter, cursor(after), limit);
    return page(page.items().stream().map(TaskJson::entry).toList(), page.next());
  }

  @Override
  public void close() {
    try (connections) {
      baton.stop(Duration.ofSeconds(5));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (Exception gone) {
      // The answer has been given; a pool that can't be closed ends with the process.
    }
  }

  private Operations as(Change change) {
    return baton.operations().as(actor, change.reason());
  }

  private TaskJson json() {
    return new TaskJson(baton.cluster().nodes());
  }

  private static ObjectNode page(List<ObjectNode> items, @Nullable Cursor next) {
    return Json.page(items, next == null ? null : next.text());
  }

  private static @Nullable Cursor cursor(@Nullable String text) {
    return text == null ? null : Cursor.parse(text);
  }

  private static Failure noTask(UUID id) {
    return Failure.refused(
        "There is no task " + id + ": it was never added, or has ended and is kept no longer");
  }

  private static Failure noSchedule(String name) {
    return Failure.refused(
        "There is no schedule '" + name + "': `baton schedules` lists those there are");
  }
}
