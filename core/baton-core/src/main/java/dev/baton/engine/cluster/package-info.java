/**
 * The node's view of the cluster: it publishes a heartbeat and reads which nodes are live, what is
 * paused and which overrides are set. The packages on a task's path read from here. This package
 * depends on none of them.
 */
@NullMarked
package dev.baton.engine.cluster;

import org.jspecify.annotations.NullMarked;
