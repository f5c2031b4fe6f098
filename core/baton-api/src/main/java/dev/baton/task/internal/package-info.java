/**
 * The rows of tasks, for the engine, stores and tools. They contain the fixed values of a task
 * ({@link dev.baton.task.internal.TaskSpec}) and its status and progress ({@link
 * dev.baton.task.internal.Position}). The package also checks the texts and labels that a store can
 * keep. Applications don't use this package: operators read {@code dev.baton.operate.TaskInfo}.
 *
 * <p>The rules of the transitions are in {@code dev.baton.task.rule} of baton-core. The state
 * diagram in the documentation is drawn from {@link dev.baton.task.Rule}.
 */
@NullMarked
package dev.baton.task.internal;

import org.jspecify.annotations.NullMarked;
