package dev.baton.operate;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An audit record of a manual change. Baton writes it in the same transaction as the change, so
 * neither exists without the other.
 *
 * @param writtenAt time of the change, on the store's clock
 * @param taskId the task that was changed; null if the change did not concern one task
 * @param version the task's version before the change; null if the change did not concern one task
 * @param actor the actor, as the caller gave it
 * @param action the kind of change, such as {@code CANCEL}; newer nodes may write kinds that this
 *     version doesn't know
 * @param reason the reason that the actor gave
 * @param detail the values before and after the change, without secrets; for a payload only the
 *     size and digest
 */
public record AuditEntry(
    UUID id,
    Instant writtenAt,
    @Nullable UUID taskId,
    @Nullable Long version,
    String actor,
    String action,
    @Nullable String reason,
    @Nullable String detail) {

  /** Returns the cursor at which a list continues after this entry. */
  public Cursor cursor() {
    return new Cursor(writtenAt, id);
  }
}
