package dev.baton.operate;

import java.util.Optional;
import java.util.UUID;

/**
 * What a bulk did, or would do.
 *
 * @param matched tasks that the filter found
 * @param changed tasks that were changed; 0 after a dry run
 * @param refused tasks that were found and not changed, or wouldn't be: their status doesn't allow
 *     it, or they changed meanwhile
 * @param next where to continue; empty when no task is left
 */
public record BulkReport(int matched, int changed, int refused, Optional<Cursor> next) {

  /** What became of one task. */
  public record Result(UUID taskId, ChangeResult result) {}
}
