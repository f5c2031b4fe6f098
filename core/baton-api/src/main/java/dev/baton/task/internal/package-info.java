/**
 * The rows of tasks, for the engine, for stores and for tools: what a task carries ({@link
 * dev.baton.task.internal.TaskSpec}), where it stands ({@link dev.baton.task.internal.Position}),
 * and the texts and labels that a store can keep. Applications don't use this package: operators
 * read {@code dev.baton.operate.TaskInfo}.
 *
 * <p>The rules by which tasks move are in {@code dev.baton.task.rule} of baton-core, and the state
 * diagram in the documentation is drawn from {@link dev.baton.task.Rule}.
 */
@NullMarked
package dev.baton.task.internal;

import org.jspecify.annotations.NullMarked;
