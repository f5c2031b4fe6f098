package dev.baton.spi;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The audit entry that a store writes together with a manual change; see {@link
 * dev.baton.operate.AuditEntry}.
 *
 * @param id a random id
 */
public record AuditNote(
    UUID id,
    @Nullable UUID taskId,
    @Nullable Long version,
    String actor,
    String action,
    @Nullable String reason,
    @Nullable String detail) {}
