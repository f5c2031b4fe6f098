/**
 * Lets callers wait for the results of tasks. This node learns of a task's end from its own events,
 * from notices of other nodes, and by reading the task. This package only observes; no task depends
 * on it.
 */
@NullMarked
package dev.baton.engine.watch;

import org.jspecify.annotations.NullMarked;
