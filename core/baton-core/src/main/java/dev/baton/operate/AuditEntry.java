package dev.baton.operate;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that was changed by hand. Written in the transaction of the change: there is none
 * without the other.
 *
 * @param writtenAt when, on the store's clock
 * @param taskId what was changed; null when it wasn't one task
 * @param version the version it had before; null when it wasn't one task
 * @param actor who did it, as the caller said
 * @param action what was done, such as {@code CANCEL}; newer nodes may know others
 * @param reason why, as the actor said
 * @param detail what it was before and is now, without what may be secret: of a payload its size
 *     and digest only
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

  /** The place after it in a list. */
  public Cursor cursor() {
    return new Cursor(writtenAt, id);
  }
}
