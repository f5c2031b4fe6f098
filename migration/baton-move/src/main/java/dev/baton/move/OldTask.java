package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.task.Bytes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task in its old engine.
 *
 * @param id the old engine's id: a UUID, or a name
 * @param type the old engine's type
 * @param subType the old engine's sub-type, or null
 * @param standing its state
 * @param tries number of times it was started since its last success
 * @param priority on Baton's scale: 0 is the most urgent, 9 the least
 * @param uniqueKey its unique key, or null
 * @param payload as the old engine stored it, unpacked; null for none
 */
public record OldTask(
    String id,
    String type,
    @Nullable String subType,
    Standing standing,
    int tries,
    int priority,
    @Nullable String uniqueKey,
    @Nullable Bytes payload) {

  /** Returns its id, if that is a UUID. */
  public @Nullable UUID uuid() {
    try {
      return id.length() == 36 ? UUID.fromString(id) : null;
    } catch (IllegalArgumentException name) {
      return null;
    }
  }

  /** Returns the payload as text; empty if the task has no payload. */
  public String text() {
    return payload == null ? "" : payload.toText();
  }

  /**
   * Returns how it recurs.
   *
   * @throws IllegalStateException if it doesn't recur, or if the old engine's row doesn't say how
   */
  public Standing.Recurrence recurrence() {
    Standing.Recurrence recurrence = standing.recurrence();
    if (recurrence == null) {
      throw new IllegalStateException("The row of a " + type + " doesn't say how it recurs");
    }
    return recurrence;
  }

  /**
   * Returns a request for the same task in Baton, with its type, sub-type, priority and payload.
   */
  public TaskRequest<?, ?> request() {
    return request(type);
  }

  /**
   * Returns a request for the task with another type, and with its sub-type, priority and payload.
   */
  public TaskRequest<?, ?> request(String newType) {
    TaskRequest<?, ?> request = RequestFields.request(newType, payload).priority(priority);
    return subType == null ? request : request.subType(subType);
  }

  /** Never contains the payload. */
  @Override
  public String toString() {
    return "OldTask(" + type + " " + id + ", " + standing.status() + ")";
  }
}
