/**
 * The pure model of a task and its rules: what a task is, where it may stand, and which moves are
 * allowed. Nothing here reads a clock, draws a random number or does I/O; everything is a value or
 * a function of values.
 *
 * <p>A {@link dev.baton.task.Task} is what a store read. A rule ({@link dev.baton.task.AddRules},
 * {@link dev.baton.task.HolderRules}, {@link dev.baton.task.SweepRules}, {@link
 * dev.baton.task.OperatorRules}) turns a task and an event into a {@link
 * dev.baton.task.Transition}, which a store applies as one compare-and-set. {@link
 * dev.baton.task.Rule} lists all moves there are; the state diagram in the documentation is drawn
 * from it.
 */
@NullMarked
package dev.baton.task;

import org.jspecify.annotations.NullMarked;
