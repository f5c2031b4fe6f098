/**
 * State that the nodes of a cluster share in a relational database: the nodes, the leader, the
 * pauses, and the schedules.
 */
@NullMarked
package dev.baton.jdbc.cluster;

import org.jspecify.annotations.NullMarked;
