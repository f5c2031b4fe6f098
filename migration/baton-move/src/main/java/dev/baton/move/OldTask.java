package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.task.Bytes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task as its old engine has it.
 *
 * @param id the old engine's id: a UUID, or a name
 * @param type the old engine's type
 * @param subType the old engine's sub-type, or null
 * @param standing how it stands
 * @param tries how often it was started since it last went well
 * @param priority as Baton counts: 0 is the most urgent, 9 the least
 * @param uniqueKey what may be there once only, or null
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

  /** Its id, where that is a UUID. */
  public @Nullable UUID uuid() {
    try {
      return id.length() == 36 ? UUID.fromString(id) : null;
    } catch (IllegalArgumentException name) {
      return null;
    }
  }

  /** Its payload as text; empty for none. */
  public String text() {
    return payload == null ? "" : payload.toText();
  }

  /**
   * How it comes again.
   *
   * @throws IllegalStateException when it doesn't, or the old engine's row doesn't say
   */
  public Standing.Recurrence recurrence() {
    Standing.Recurrence recurrence = standing.recurrence();
    if (recurrence == null) {
      throw new IllegalStateException("The row of a " + type + " doesn't say how it comes again");
    }
    return recurrence;
  }

  /** The same task in Baton: its type, sub-type, priority and payload as they are. */
  public TaskRequest<?, ?> request() {
    return request(type);
  }

  /** The same task in Baton as one of this type: its sub-type, priority and payload as they are. */
  public TaskRequest<?, ?> request(String newType) {
    TaskRequest<?, ?> request = RequestFields.request(newType, payload).priority(priority);
    return subType == null ? request : request.subType(subType);
  }

  /** Never says the payload. */
  @Override
  public String toString() {
    return "OldTask(" + type + " " + id + ", " + standing.status() + ")";
  }
}
