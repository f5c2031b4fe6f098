package dev.baton.operate;

import java.util.function.Consumer;

/**
 * Applies a change to every task that a filter finds, in batches of 200. Each batch is one
 * transaction. A task is changed only if it still has the version with which the filter found it.
 * If a bulk operation ended early, you may repeat it: tasks that it has changed no longer match the
 * filter, or refuse the change. A repeated {@link #rescheduleIn} counts its delay from the repeated
 * call. Immutable: methods that set an option return a changed copy.
 *
 * <p>A filter that matches every task requires {@link #atMost}. {@link #runAgain} requires a filter
 * with a status or ids, because otherwise a second call would run DONE tasks twice.
 */
public interface BulkControl extends TaskChanges<BulkReport> {

  /** Starts after the position that {@link BulkReport#next} of an earlier report contains. */
  BulkControl from(Cursor cursor);

  /**
   * Sets the largest number of tasks that one call reads. The default is 1,000.
   *
   * @param tasks at least 1
   */
  BulkControl atMost(int tasks);

  /** Calls this listener for each task after its batch is committed, in the order of the filter. */
  BulkControl onEach(Consumer<BulkReport.Result> listener);

  /**
   * Returns a control for a dry run: its methods change nothing and only count the tasks that they
   * would change. The listener of {@link #onEach} receives what would happen to each task.
   */
  TaskChanges<BulkPreview> dryRun();
}
