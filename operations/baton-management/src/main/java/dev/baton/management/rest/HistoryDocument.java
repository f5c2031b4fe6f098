package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.operate.OperatorNote;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskHistory;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The route that exports the history of a task, for a test. A caller who may not see contents gets
 * their shapes. Each export with contents is audited before anything is shown.
 */
final class HistoryDocument {
  static final String FORMAT = "baton-history-1";

  private HistoryDocument() {}

  static Route route() {
    return Route.get(
        "/tasks/{id}/history",
        Right.VIEW,
        "Exports everything that is stored about the task, for a test. Without the right"
            + " VIEW_PAYLOAD, letters become a and digits become 1",
        "History",
        HistoryDocument::show);
  }

  private static Response show(Call call) {
    TaskInfo task = TaskLookup.at(call, Right.VIEW);
    TaskHistory all =
        call.baton()
            .operations()
            .task(task.id())
            .history()
            .orElseThrow(() -> TaskLookup.noTask(task.id()));
    boolean mayContents = call.caller().may(Right.VIEW_PAYLOAD, task);
    if (mayContents) {
      call.operations().note(OperatorNote.of("EXPORT").task(task.id(), task.version()));
    }
    TaskHistory history = mayContents ? all : all.shape();
    Map<UUID, TaskInfo> children =
        TaskLookup.visible(
            call, all.children().stream().map(TaskHistory.Child::id).collect(Collectors.toSet()));
    ObjectNode document = Json.object().put("format", FORMAT).put("contents", mayContents);
    task(document.putObject("task"), history.task());
    content(document, "payload", history.payload());
    content(document, "result", history.result());
    ObjectNode context = document.putObject("context");
    history.context().forEach(context::put);
    ArrayNode attempts = document.putArray("attempts");
    for (PastAttempt attempt : history.attempts()) {
      ObjectNode item = attempts.addObject().put("number", attempt.number());
      Json.put(item, "endedAt", attempt.endedAt());
      Json.put(item, "outcome", attempt.outcome());
      Json.put(item, "error", call.site().redacted(attempt.error()));
    }
    ArrayNode steps = document.putArray("steps");
    history.steps().forEach(step -> steps.add(HistoryRoutes.view(step)));
    ArrayNode notes = document.putArray("notes");
    for (TaskHistory.Note note : history.notes()) {
      ObjectNode item = notes.addObject();
      Json.put(item, "kind", note.kind());
      item.put("name", note.name()).put("number", note.number());
      bytes(item, note.value());
    }
    ArrayNode called = document.putArray("children");
    for (TaskHistory.Child child : history.children()) {
      TaskInfo info = children.get(child.id());
      if (info != null) {
        ObjectNode item = called.addObject();
        Json.put(item, "id", child.id());
        item.put("type", child.type());
        Json.put(item, "status", child.status());
        Json.put(item, "error", call.site().redacted(child.error()));
        content(
            item, "result", call.caller().may(Right.VIEW_PAYLOAD, info) ? child.result() : null);
      }
    }
    return Json.answer(document);
  }

  private static void task(ObjectNode node, TaskInfo task) {
    Json.put(node, "id", task.id());
    node.put("type", task.type());
    Json.put(node, "key", task.key().isEmpty() ? null : task.key());
    Json.put(node, "status", task.status());
    node.put("version", task.version()).put("attempts", task.attempts());
    Json.put(node, "createdAt", task.createdAt());
  }

  private static void content(ObjectNode node, String name, @Nullable Bytes content) {
    if (content != null) {
      bytes(node.putObject(name), content);
    }
  }

  /** Puts the bytes as a text if they are one, so that people can read and change it. */
  private static void bytes(ObjectNode node, Bytes content) {
    byte[] all = content.toArray();
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(all)).toString();
      node.put("text", text);
    } catch (CharacterCodingException binary) {
      node.put("base64", Base64.getEncoder().encodeToString(all));
    }
  }
}
