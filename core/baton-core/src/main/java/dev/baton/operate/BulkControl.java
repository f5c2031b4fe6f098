package dev.baton.operate;

import java.util.function.Consumer;

/**
 * Does the same with every task that a filter finds, in batches of 200, each batch in one
 * transaction. Each task is changed under the version it was found with. A bulk that ended early
 * does no harm if it is called again: what was done is found no more, or refused (but for {@link
 * #rescheduleIn}, which counts its delay from the last call). Immutable; each method returns a
 * changed copy.
 *
 * <p>A filter that leaves out no task needs {@link #atMost}. {@link #runAgain} needs a filter that
 * names a status or ids: tasks that are DONE would be done twice.
 */
public interface BulkControl extends TaskChanges<BulkReport> {

  /** Continues where a report ended, with {@link BulkReport#next}. */
  BulkControl from(Cursor cursor);

  /**
   * Looks at no more than so many tasks; 1,000 if it isn't called.
   *
   * @param tasks at least 1
   */
  BulkControl atMost(int tasks);

  /** Calls this for each task once its batch is written, in the order of the filter. */
  BulkControl onEach(Consumer<BulkReport.Result> listener);

  /** Counts what the change would do, and changes nothing. */
  TaskChanges<BulkReport> dryRun();
}
