/**
 * Takes over the live tasks of TwTasks, db-scheduler, JobRunr or Quartz from the same database,
 * while the old engine and Baton both run.
 *
 * <p>One batch is one transaction: it locks rows that the old engine isn't running, adds their
 * tasks to Baton, ends the old rows in the old engine's own terms, and notes both in {@code
 * baton_moved}. So a task is live in exactly one of the two at any moment, whatever is killed when.
 * Undoing is the same the other way round, for tasks that haven't started in Baton.
 *
 * <p>{@link dev.baton.move.Move} is the entry. Invariants, held by the tests:
 *
 * <ul>
 *   <li>A row that the old engine runs is never taken.
 *   <li>A task's effect happens once, in one of the two, whatever is killed when.
 *   <li>An id or unique key that the old engine had, live or finished, can't be added to Baton
 *       again while it is held.
 *   <li>What can't be carried stays as it is, with a reason.
 *   <li>A task that hasn't started in Baton can go back, as it was.
 * </ul>
 */
@NullMarked
package dev.baton.move;

import org.jspecify.annotations.NullMarked;
