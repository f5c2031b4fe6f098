/**
 * Waiting for results: a task's end is learned from this node's own events, from what other nodes
 * tell, and by reading.
 */
@NullMarked
package dev.baton.engine.watch;

import org.jspecify.annotations.NullMarked;
