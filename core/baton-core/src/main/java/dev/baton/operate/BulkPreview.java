package dev.baton.operate;

import java.util.Optional;

/**
 * The result of a dry run of a bulk operation. Nothing was changed.
 *
 * @param matched number of tasks that the filter found
 * @param wouldChange number of tasks that the operation would change
 * @param wouldRefuse number of tasks whose status doesn't allow the change
 * @param next the cursor at which to continue; empty if no task is left
 */
public record BulkPreview(int matched, int wouldChange, int wouldRefuse, Optional<Cursor> next) {}
