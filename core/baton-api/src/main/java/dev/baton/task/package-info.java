/**
 * The values that a task is made of: what it carries ({@link dev.baton.task.TaskSpec}), where it
 * stands ({@link dev.baton.task.Position}), and all moves there are ({@link dev.baton.task.Rule};
 * the state diagram in the documentation is drawn from it). Nothing here reads a clock, draws a
 * random number or does I/O.
 *
 * <p>Callers and the engine share them. How a task may move is the engine's: those rules are in
 * {@code dev.baton.task.rule} of baton-core.
 */
@NullMarked
package dev.baton.task;

import org.jspecify.annotations.NullMarked;
