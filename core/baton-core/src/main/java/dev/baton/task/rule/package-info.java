/**
 * Rules that decide the transitions of tasks, for the engine and its stores. They are pure
 * functions of values: they read no clock, use no random numbers and do no I/O.
 *
 * <p>A {@link dev.baton.task.row.Task} is a task as a store read it. A rule ({@link
 * dev.baton.task.rule.AddRules}, {@link dev.baton.task.rule.HolderRules}, {@link
 * dev.baton.task.rule.SweepRules}, {@link dev.baton.task.rule.OperatorRules}) turns a task and an
 * event into a {@link dev.baton.task.rule.Transition}, which a store applies as one
 * compare-and-set. {@link dev.baton.task.Rule} lists all possible transitions.
 */
@NullMarked
package dev.baton.task.rule;

import org.jspecify.annotations.NullMarked;
