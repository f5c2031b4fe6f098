/**
 * The rows of tasks, for authors of stores and tools. A row contains the fixed values of a task
 * ({@link dev.baton.task.row.TaskSpec}) and its status and progress ({@link
 * dev.baton.task.row.Position}). The package also checks the values of fields and labels.
 * Applications don't use this package: operators read {@code dev.baton.operate.TaskInfo}.
 *
 * <p>The rules of the transitions are in {@code dev.baton.task.rule} of baton-core. The state
 * diagram in the documentation is drawn from {@link dev.baton.task.Rule}.
 */
@NullMarked
package dev.baton.task.row;

import org.jspecify.annotations.NullMarked;
