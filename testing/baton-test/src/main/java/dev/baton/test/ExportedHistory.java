package dev.baton.test;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.RequestFields;
import dev.baton.operate.TaskHistory.Kind;
import dev.baton.operate.TaskHistory.Note;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The history of a task, as {@code baton export ID} writes it. {@link TestBaton#restore} brings the
 * task back in a test: its handler gets the stored results and fails with its error again.
 *
 * <p>If the person who exported it could not see the contents, the payload and the results have
 * only their shape: letters are a, and digits are 1.
 */
public final class ExportedHistory {
  private static final String FORMAT = "baton-history-1";
  private static final Set<String> WAITS = Set.of("~", "@");

  private final Map<?, ?> document;

  private ExportedHistory(Map<?, ?> document) {
    if (!FORMAT.equals(document.get("format"))) {
      throw new IllegalArgumentException(
          "This isn't a history of a task: \"format\" must be " + FORMAT);
    }
    this.document = document;
  }

  /** Reads a file that {@code baton export} has written. */
  public static ExportedHistory read(Path file) {
    try {
      return of(Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The history " + file + " can't be read", unreadable);
    }
  }

  /** Returns the history in this JSON document. */
  public static ExportedHistory of(String json) {
    return new ExportedHistory(Codecs.standard().decode(Bytes.of(json), Map.class));
  }

  /** Returns the id of the task. */
  public UUID taskId() {
    return UUID.fromString(text(task(), "id"));
  }

  /** A task that the exported task has called, and that has ended. */
  record EndedChild(
      TaskRequest<?, ?> request, Status status, @Nullable Bytes result, String error) {}

  /** Returns the request with which the task can be added again, under the same id. */
  TaskRequest<?, ?> request() {
    TaskRequest<?, ?> request = request(text(task(), "type"), content(document.get("payload")));
    for (Map.Entry<?, ?> entry : map(document.get("context")).entrySet()) {
      request = request.context((String) entry.getKey(), (String) entry.getValue());
    }
    String key = (String) task().get("key");
    return (key == null ? request : request.key(key)).id(taskId());
  }

  private static TaskRequest<?, ?> request(String type, @Nullable Bytes payload) {
    return payload == null
        ? TaskRequest.of(TaskType.of(type))
        : RequestFields.request(type, payload);
  }

  /** Returns the notes, without those of steps that sleep or wait for their next try. */
  List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    for (Object one : list(document.get("notes"))) {
      Map<?, ?> note = map(one);
      Bytes value = content(note);
      boolean waits =
          value != null && value.length() > 0 && WAITS.contains(value.toText().substring(0, 1));
      Kind kind = Kind.valueOf(text(note, "kind"));
      if (value != null && !(kind == Kind.STEP && waits)) {
        int number = note.get("number") instanceof Number found ? found.intValue() : 0;
        notes.add(new Note(kind, text(note, "name"), number, value));
      }
    }
    return notes;
  }

  /** Returns the children that have ended. */
  List<EndedChild> children() {
    List<EndedChild> children = new ArrayList<>();
    for (Object one : list(document.get("children"))) {
      Map<?, ?> child = map(one);
      Status status = Status.valueOf(text(child, "status"));
      if (status.isFinished()) {
        Object error = child.get("error");
        children.add(
            new EndedChild(
                request(text(child, "type"), null).id(UUID.fromString(text(child, "id"))),
                status,
                content(child.get("result")),
                error == null ? "" : error.toString()));
      }
    }
    return children;
  }

  private Map<?, ?> task() {
    return map(document.get("task"));
  }

  private static @Nullable Bytes content(@Nullable Object content) {
    if (content == null) {
      return null;
    }
    Map<?, ?> of = map(content);
    String text = (String) of.get("text");
    String base64 = (String) of.get("base64");
    return text != null
        ? Bytes.of(text)
        : base64 == null ? null : Bytes.of(Base64.getDecoder().decode(base64));
  }

  private static String text(Map<?, ?> of, String name) {
    if (!(of.get(name) instanceof String text)) {
      throw new IllegalArgumentException("The history has no text \"" + name + "\"");
    }
    return text;
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
