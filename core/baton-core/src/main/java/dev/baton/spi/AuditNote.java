package dev.baton.spi;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a change by hand adds to the audit, if it is made; see {@link dev.baton.operate.AuditEntry}.
 *
 * @param id random
 */
public record AuditNote(
    UUID id,
    @Nullable UUID taskId,
    @Nullable Long version,
    String actor,
    String action,
    @Nullable String reason,
    @Nullable String detail) {}
