package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.access.Subject;
import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Caller;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.operate.FoundTask;
import dev.baton.task.FinishedTask;
import dev.baton.task.Position;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import dev.baton.task.Texts;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tasks as one caller may see them. Used by one thread, for one request. */
final class TaskView {
  /** Fewer than are read: the end of those may be half a secret, which nothing recognises. */
  static final int MAX_ERROR_IN_LISTS = 300;

  private final ApiContext site;
  private final Caller caller;
  private final NodeNames names;
  private final Predicate<UUID> mayBeNamed;

  private TaskView(Call call, Predicate<UUID> mayBeNamed) {
    this.site = call.site();
    this.caller = call.caller();
    this.names = new NodeNames(call.baton());
    this.mayBeNamed = mayBeNamed;
  }

  /**
   * For tasks of these. Their parents, and the first of those they all come from, are looked up,
   * and named only to who may see them.
   */
  static TaskView of(Call call, Stream<TaskSpec> specs) {
    Set<UUID> named = new TreeSet<>();
    Set<UUID> parents = new TreeSet<>();
    specs.forEach(
        spec -> {
          Stream.of(spec.parentId()).filter(Objects::nonNull).forEach(parents::add);
          Stream.of(spec.correlationId()).filter(Objects::nonNull).forEach(named::add);
        });
    named.addAll(parents);
    return new TaskView(call, TaskLookup.nameable(call, named, parents));
  }

  /**
   * One of a list.
   *
   * @param error the latest of a live task; null for none, and for one that has finished
   */
  ObjectNode row(FoundTask found, @Nullable String error) {
    ObjectNode row =
        found instanceof FoundTask.Live live
            ? live(live.task())
            : finished(((FoundTask.Finished) found).task());
    labels(row, found.labels());
    if (error != null) {
      row.put("error", shown(error));
    }
    if (row.has("error")) {
      row.put("error", Texts.kept(row.get("error").stringValue(), MAX_ERROR_IN_LISTS));
    }
    return row;
  }

  static void labels(ObjectNode task, Map<String, String> labels) {
    if (!labels.isEmpty()) {
      ObjectNode node = task.putObject("labels");
      labels.forEach(node::put);
    }
  }

  /** A live one; its error isn't part of it. */
  ObjectNode live(Task task) {
    Position p = task.position();
    ObjectNode node = spec(task.id(), task.spec(), p.status(), p.version());
    put(node, "state", p.state());
    Json.put(node, "createdAt", task.createdAt());
    Json.put(node, "runAt", p.runAt());
    Json.put(node, "nextEventAt", p.nextEventAt());
    node.put("attempts", p.attempts()).put("losses", p.losses());
    Json.put(node, "lastOutcome", p.lastOutcome());
    Json.put(node, "lastChange", task.lastChange());
    Json.put(node, "lastAction", task.lastAction());
    Json.put(node, "owner", p.owner());
    Json.put(node, "node", names.of(p.owner()));
    if (p.status() == Status.RUNNING) {
      Json.put(node, "claimedAt", task.claimedAt());
      Json.put(node, "leaseUntil", p.nextEventAt());
    }
    return node;
  }

  /** One that has ended. */
  ObjectNode finished(FinishedTask task) {
    ObjectNode node = spec(task.id(), task.spec(), task.status(), task.version());
    put(node, "state", task.state());
    Json.put(node, "createdAt", task.createdAt());
    node.put("attempts", task.attempts()).put("losses", task.losses());
    Json.put(node, "owner", task.owner());
    Json.put(node, "node", names.of(task.owner()));
    String error = task.error();
    Json.put(node, "error", error == null ? null : shown(error));
    Json.put(node, "finishedAt", task.finishedAt());
    Json.put(node, "deletesAt", task.keepUntil());
    return node;
  }

  /** A text that may have come from anywhere, as it may be shown. */
  String shown(String text) {
    return site.redaction().apply(text);
  }

  private ObjectNode spec(UUID id, TaskSpec spec, Status status, long version) {
    ObjectNode node = Json.object();
    Json.put(node, "id", id);
    node.put("version", version);
    Json.put(node, "status", status);
    node.put("type", spec.type());
    Json.put(node, "subType", spec.subType());
    put(node, "key", spec.key());
    node.put("bucket", spec.bucket());
    node.put("priority", spec.priority());
    UUID parent = spec.parentId();
    Json.put(node, "parent", parent != null && mayBeNamed.test(parent) ? parent : null);
    UUID correlation = spec.correlationId();
    Json.put(
        node,
        "correlation",
        correlation != null && mayBeNamed.test(correlation) ? correlation : null);
    node.set("actions", actions(Subject.task(id, spec), status));
    return node;
  }

  private ArrayNode actions(Subject subject, Status status) {
    ArrayNode actions = Json.array();
    for (TaskAction verb : TaskAction.values()) {
      if (verb.startsFrom(status) && caller.may(verb.right(), subject)) {
        actions.add(verb.path());
      }
    }
    if (caller.may(Right.VIEW_PAYLOAD, subject)) {
      actions.add("view-payload");
    }
    return actions;
  }

  private static void put(ObjectNode node, String name, String text) {
    Json.put(node, name, text.isEmpty() ? null : text);
  }
}
