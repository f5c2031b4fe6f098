/**
 * The ground that all rooms of the engine stand on: the loop that each moving part is, the node's
 * events, clock, owners, definitions, pauses and running buckets, and the {@link
 * dev.baton.engine.base.NodeContext} that hands them out. It depends on no room.
 */
@NullMarked
package dev.baton.engine.base;

import org.jspecify.annotations.NullMarked;
