package dev.baton.cli.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which entries of the audit are asked for; what is null isn't asked for. */
public record AuditQuery(
    @Nullable UUID task, @Nullable String actor, @Nullable Instant from, @Nullable Instant to) {}
