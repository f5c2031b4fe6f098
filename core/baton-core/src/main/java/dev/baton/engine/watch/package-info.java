/**
 * Waits for the results of tasks. A task's end is known from this node's own events, from notices
 * of other nodes, and by reading. This package is next to the path of a task and only observes its
 * last step, the transition.
 */
@NullMarked
package dev.baton.engine.watch;

import org.jspecify.annotations.NullMarked;
