package dev.baton.operate;

import dev.baton.operate.Operations.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * How far a bulk has come.
 *
 * @param applied tasks that were changed
 * @param refused tasks that were found and not changed: they stood elsewhere, or changed meanwhile
 * @param next where to go on; null when no task is left
 */
public record BulkReport(int applied, int refused, @Nullable Cursor next) {

  /** What became of one task. */
  public record Result(FoundTask task, Verdict verdict) {}
}
