/**
 * The state that the nodes of a cluster share: the nodes, the leaders, the pauses and the
 * schedules.
 */
@NullMarked
package dev.baton.jdbc.cluster;

import org.jspecify.annotations.NullMarked;
