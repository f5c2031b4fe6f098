package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.access.Subject;
import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Caller;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows tasks as one caller may see them. Used by one thread, for one request. */
final class TaskView {
  /**
   * Maximum characters of an error in lists. It is less than is read, because a secret that is cut
   * in half at the end wouldn't be recognized.
   */
  static final int MAX_ERROR_IN_LISTS = 300;

  private final ApiContext site;
  private final Caller caller;
  private final NodeNames names;
  private final Predicate<UUID> mayBeNamed;

  /** BLOCKED tasks that wait for others. They aren't held, so they can't be released. */
  private final Set<UUID> waiting;

  private TaskView(Call call, Predicate<UUID> mayBeNamed, Set<UUID> waiting) {
    this.site = call.site();
    this.caller = call.caller();
    this.names = new NodeNames(call.baton());
    this.mayBeNamed = mayBeNamed;
    this.waiting = waiting;
  }

  /**
   * Returns a view of these tasks. Looks up their parents and correlation ids, and names only tasks
   * that the caller may see.
   */
  static TaskView of(Call call, Collection<TaskInfo> tasks) {
    Set<UUID> named = new TreeSet<>();
    Set<UUID> parents = new TreeSet<>();
    for (TaskInfo task : tasks) {
      task.parentId().ifPresent(parents::add);
      task.correlationId().ifPresent(named::add);
    }
    named.addAll(parents);
    List<UUID> blocked =
        tasks.stream().filter(task -> task.status() == Status.BLOCKED).map(TaskInfo::id).toList();
    return new TaskView(
        call,
        TaskLookup.nameable(call, named, parents),
        call.baton().operations().waitingForOthers(blocked));
  }

  /** Returns a task as an entry of a list. */
  ObjectNode row(TaskInfo task) {
    ObjectNode row = whole(task);
    if (row.has("error")) {
      row.put("error", Texts.kept(row.get("error").stringValue(), MAX_ERROR_IN_LISTS));
    }
    return row;
  }

  /** Returns a task with its complete error. */
  ObjectNode whole(TaskInfo task) {
    ObjectNode node = Json.object();
    Json.put(node, "id", task.id());
    node.put("version", task.version());
    Json.put(node, "status", task.status());
    node.put("type", task.type());
    put(node, "subType", task.subType());
    put(node, "key", task.key());
    node.put("bucket", task.bucket());
    node.put("priority", task.priority());
    put(node, "parent", task.parentId().filter(mayBeNamed));
    put(node, "correlation", task.correlationId().filter(mayBeNamed));
    node.set("actions", actions(task));
    put(node, "state", task.state());
    Json.put(node, "createdAt", task.createdAt());
    Json.put(node, "changedAt", task.changedAt());
    put(node, "runAt", task.runAt());
    put(node, "nextEventAt", task.nextEventAt());
    node.put("attempts", task.attempts()).put("losses", task.losses());
    put(node, "lastOutcome", task.lastOutcome());
    put(node, "owner", task.owner());
    put(node, "node", task.owner().map(names::of));
    if (task.status() == Status.RUNNING) {
      Json.put(node, "claimedAt", task.changedAt());
      put(node, "leaseUntil", task.nextEventAt());
    }
    put(node, "error", task.error().map(this::shown));
    put(node, "finishedAt", task.finishedAt());
    put(node, "deletesAt", task.keptUntil());
    if (!task.labels().isEmpty()) {
      ObjectNode labels = node.putObject("labels");
      task.labels().forEach(labels::put);
    }
    return node;
  }

  /** Redacts a text that may have come from anywhere. */
  private String shown(String text) {
    return site.redaction().apply(text);
  }

  private ArrayNode actions(TaskInfo task) {
    Subject subject = Subject.task(task);
    ArrayNode actions = Json.array();
    for (TaskAction verb : TaskAction.values()) {
      boolean canSucceed =
          verb.startsFrom(task.status())
              && !(verb == TaskAction.RELEASE && waiting.contains(task.id()));
      if (canSucceed && caller.may(verb.right(), subject)) {
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

  private static void put(ObjectNode node, String name, Optional<?> value) {
    value.ifPresent(known -> Json.put(node, name, known));
  }
}
