package dev.baton.operate;

import java.util.Optional;
import java.util.UUID;

/**
 * The result of a bulk operation. A dry run returns a {@link BulkPreview}.
 *
 * @param matched number of tasks that the filter found
 * @param changed number of tasks that were changed
 * @param refused number of tasks that were found but not changed, because their status doesn't
 *     allow the change or another change came first
 * @param next the cursor at which to continue; empty if no task is left
 */
public record BulkReport(int matched, int changed, int refused, Optional<Cursor> next) {

  /** The result for one task. */
  public record Result(UUID taskId, ChangeResult result) {}
}
