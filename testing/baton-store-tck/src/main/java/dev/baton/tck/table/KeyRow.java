package dev.baton.tck.table;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who has a key.
 *
 * @param taskId the task
 * @param expiresAt from when on another may take it; null while the task lives
 */
public record KeyRow(UUID taskId, @Nullable Instant expiresAt) {

  public boolean isTakenAt(Instant now) {
    return expiresAt == null || expiresAt.isAfter(now);
  }
}
