package dev.baton.testkit;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who has a key.
 *
 * @param taskId the task
 * @param expiresAt from when on another may take it; null while the task lives
 */
record KeyRow(UUID taskId, @Nullable Instant expiresAt) {

  boolean isTakenAt(Instant now) {
    return expiresAt == null || expiresAt.isAfter(now);
  }
}
