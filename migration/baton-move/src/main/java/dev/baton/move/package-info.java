/**
 * Takes over the live tasks of TwTasks, db-scheduler, JobRunr or Quartz from the same database,
 * while the old engine and Baton both run.
 *
 * <p>One batch is one transaction. It locks rows that the old engine isn't running and adds their
 * tasks to Baton. It ends the old rows as the old engine would, and records both in {@code
 * baton_moved}. So a task is live in exactly one of the two engines at any moment, even if a
 * process is killed. Undoing does the same in the other direction, for tasks that haven't started
 * in Baton.
 *
 * <p>{@link dev.baton.move.Move} is the entry point. The tests check these invariants:
 *
 * <ul>
 *   <li>A row that the old engine runs is never taken.
 *   <li>A task's effect happens once, in one of the two engines, even if a process is killed.
 *   <li>An id or unique key that the old engine had, live or finished, can't be added to Baton
 *       again while it is taken.
 *   <li>A row that can't be taken over stays unchanged, with a reason.
 *   <li>A task that hasn't started in Baton can be returned to the old engine in its former state.
 * </ul>
 */
@NullMarked
package dev.baton.move;

import org.jspecify.annotations.NullMarked;
