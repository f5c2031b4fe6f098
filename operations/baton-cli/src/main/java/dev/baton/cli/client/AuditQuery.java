package dev.baton.cli.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Selects entries of the audit. A null component doesn't restrict the selection. */
public record AuditQuery(
    @Nullable UUID task, @Nullable String actor, @Nullable Instant from, @Nullable Instant to) {}
