package dev.baton.tck.table;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a key.
 *
 * @param taskId the task
 * @param expiresAt from when another task may take the key; null while the task is live
 */
public record KeyRow(UUID taskId, @Nullable Instant expiresAt) {

  public boolean isTakenAt(Instant now) {
    return expiresAt == null || expiresAt.isAfter(now);
  }
}
