/**
 * The rules by which tasks move, and the moves they decide, for the engine and its stores: pure
 * functions of values, which read no clock, draw no random number and do no I/O.
 *
 * <p>A {@link dev.baton.task.internal.Task} is what a store read. A rule ({@link
 * dev.baton.task.rule.AddRules}, {@link dev.baton.task.rule.HolderRules}, {@link
 * dev.baton.task.rule.SweepRules}, {@link dev.baton.task.rule.OperatorRules}) turns a task and an
 * event into a {@link dev.baton.task.rule.Transition}, which a store applies as one
 * compare-and-set. {@link dev.baton.task.Rule} lists all moves there are.
 */
@NullMarked
package dev.baton.task.rule;

import org.jspecify.annotations.NullMarked;
