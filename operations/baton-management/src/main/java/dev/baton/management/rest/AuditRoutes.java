package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes of the audit: changes by operators, and reads of payloads. */
final class AuditRoutes {
  private AuditRoutes() {}

  static List<Route> all() {
    List<Field> query =
        new ArrayList<>(
            List.of(
                Field.text("actor", 200, "Only entries of this actor"),
                Field.of("task", Kind.ID, "Only entries about this task"),
                Field.text("action", 40, "Only entries with this action, such as CANCEL"),
                Field.of("from", Kind.INSTANT, "At this time or later"),
                Field.of("to", Kind.INSTANT, "Before this time")));
    query.addAll(Pages.FIELDS);
    return List.of(
        Route.get(
                "/audit",
                Right.AUDIT,
                "Lists changes by operators, latest first, without entries about tasks that the"
                    + " caller may not audit",
                "AuditPage",
                AuditRoutes::all)
            .query(query),
        Route.get(
                "/tasks/{id}/audit",
                Right.AUDIT,
                "Lists the operators' changes to this task",
                "AuditPage",
                AuditRoutes::ofTask)
            .query(Pages.FIELDS));
  }

  private static Response all(Call call) {
    call.require(Right.AUDIT);
    Input query = call.query();
    @Nullable String actor = query.text("actor");
    @Nullable String action = query.text("action");
    AuditFilter filter =
        new AuditFilter(
            Optional.ofNullable(query.id("task")),
            Optional.ofNullable(actor).filter(text -> !text.isEmpty()),
            Optional.ofNullable(action).filter(text -> !text.isEmpty()),
            FilterFields.range(query, "from", "to"));
    return page(call, filter);
  }

  private static Response ofTask(Call call) {
    UUID id = TaskLookup.at(call, Right.AUDIT).id();
    return page(call, AuditFilter.all().task(id));
  }

  private static Response page(Call call, AuditFilter filter) {
    Input query = call.query();
    // The tasks of one page that still exist.
    Map<UUID, Subject> subjects = new HashMap<>();
    VisiblePages<AuditEntry> visible =
        new VisiblePages<>(
            (after, size) -> {
              Page<AuditEntry> part =
                  VisiblePages.read(call.baton().operations().audit(filter), after, size);
              subjects.putAll(subjects(call, part.items()));
              return part;
            },
            entry -> isVisible(call, entry, subjects),
            AuditEntry::cursor);
    Page<AuditEntry> page = visible.page(query.cursor("after"), Pages.limit(query));
    ArrayNode items = Json.array();
    page.items().forEach(entry -> items.add(view(call, entry)));
    return Json.answer(Pages.of(items, page.next().orElse(null)));
  }

  /**
   * Returns whether the caller may see the entry. An entry whose task no longer exists may be about
   * any task, so it needs the right for all tasks.
   */
  private static boolean isVisible(Call call, AuditEntry entry, Map<UUID, Subject> subjects) {
    UUID task = entry.taskId();
    Subject subject = task == null ? null : subjects.get(task);
    return subject == null
        ? call.caller().mayAll(Right.AUDIT, Scope.everyTask())
        : call.caller().may(Right.AUDIT, subject);
  }

  private static Map<UUID, Subject> subjects(Call call, List<AuditEntry> entries) {
    TreeSet<UUID> ids = new TreeSet<>();
    entries.stream().map(AuditEntry::taskId).filter(Objects::nonNull).forEach(ids::add);
    Map<UUID, Subject> subjects = new HashMap<>();
    if (!ids.isEmpty()) {
      TaskFilter these = TaskFilter.all().ids(ids);
      for (TaskInfo task : call.baton().operations().search(these)) {
        subjects.put(task.id(), Subject.task(task));
      }
    }
    return subjects;
  }

  private static ObjectNode view(Call call, AuditEntry entry) {
    ObjectNode node = Json.object();
    Json.put(node, "id", entry.id());
    Json.put(node, "at", entry.writtenAt());
    node.put("actor", entry.actor()).put("action", entry.action());
    Json.put(node, "task", entry.taskId());
    Json.put(node, "version", entry.version());
    Json.put(node, "reason", call.site().redacted(entry.reason()));
    Json.put(node, "detail", call.site().redacted(entry.detail()));
    return node;
  }
}
